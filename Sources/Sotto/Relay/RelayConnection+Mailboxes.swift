import SottoCore
import SottoRelayProtocol

/// What a receiving connection asks.
extension RelayConnection {
  /// Opens a mailbox: its deliveries follow. Returns how many wait.
  func open(_ mailbox: OwnMailbox) async throws(Failure) -> Int {
    let request = try proved { (session) throws(RelayProtocolError) in
      try OpenRequest(
        mailbox: mailbox.key, accessKey: mailbox.accessKey, lifetimeHours: mailbox.lifetimeHours, on: session,
        exporter: exporter)
    }
    switch try await ask(.open(request)) {
    case .opened(let pending): return Int(pending)
    case .refused(let refusal, _): throw Failure(refusal)
    default: throw .protocolViolation
    }
  }

  /// Deletes a mailbox with all that waits in it.
  func delete(_ mailbox: OwnMailbox) async throws(Failure) {
    let request = try proved { (session) throws(RelayProtocolError) in
      try CloseRequest(mailbox: mailbox.key, accessKey: mailbox.accessKey, on: session, exporter: exporter)
    }
    if case .refused(let refusal, _) = try await ask(.close(request)), refusal.code != .unknownMailbox {
      throw Failure(refusal)
    }
  }

  func acknowledge(_ arrivals: [UInt64], in mailbox: MailboxKey) async throws(Failure) {
    var rest = arrivals[...]
    while !rest.isEmpty {
      let some = Array(rest.prefix(RelayProtocolLimits.acknowledgementCount))
      rest = rest.dropFirst(some.count)
      if case .refused(let refusal, _) = try await ask(
        .acknowledge(AcknowledgeRequest(mailbox: mailbox, arrivals: some)))
      {
        throw Failure(refusal)
      }
    }
  }

  private func proved<Proved>(
    _ request: (RelaySession) throws(RelayProtocolError) -> Proved
  ) throws(Failure) -> Proved {
    guard let session, let request = try? request(session) else { throw .protocolViolation }
    return request
  }
}
