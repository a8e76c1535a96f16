import SottoCore
import SottoCrypto
import SottoRelay
import SottoRelayProtocol
import SottoTransport
import TestSupport

/// A mailbox's owner in a test, and what senders know of it.
struct TestMailbox: Sendable {
  let key: Curve25519.KeyAgreement.PrivateKey
  let accessKey: AccessKey
  let random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    key = Curve25519.KeyAgreement.PrivateKey(random: random)
    accessKey = AccessKey(unchecked: random.bytes(AccessKey.size))
  }

  var address: MailboxKey { MailboxKey(unchecked: key.publicKey.rawRepresentation) }

  func push(_ envelope: [UInt8] = [1, 2, 3], deletionKey: DeletionKey? = nil, hours: UInt16 = 720) -> PushRequest {
    PushRequest(
      mailbox: address, accessKey: accessKey, pushID: PushID(unchecked: random.bytes(PushID.size)),
      deletionKeyHash: DeletionKeyHash(of: deletionKey ?? DeletionKey(unchecked: random.bytes(DeletionKey.size))),
      expiryHours: hours, envelope: envelope)
  }
}

/// A client of one connection, used by one task at a time.
final class TestClient {
  struct Ended: Error, Equatable {
    var refusal: Refusal?
  }

  let connection: TransportConnection
  private(set) var session = ClientSession()
  private var answers: [UInt32: Answer] = [:]
  private var deliveries: [Delivery] = []
  private(set) var refusal: Refusal?

  init(_ address: RelayAddress, hello: Bool = true) async throws {
    connection = try await TransportConnection.connect(
      host: address.host, port: address.port, pin: .full(address.pin ?? []))
    guard hello else { return }
    try await connection.send(try session.start())
    while session.relay == nil { try await receive() }
  }

  convenience init(_ relay: RelayServer) async throws {
    try await self.init(relay.address)
  }

  private func receive() async throws {
    guard let bytes = try await connection.receive() else { throw Ended(refusal: refusal) }
    for event in try session.receive(bytes) {
      switch event {
      case .ready: break
      case .answer(let tag, let answer): answers[tag] = answer
      case .deliver(let delivery): deliveries.append(delivery)
      case .error(let refusal): self.refusal = refusal
      }
    }
    if refusal != nil { throw Ended(refusal: refusal) }
  }

  func send(_ request: Request) async throws -> UInt32 {
    let (tag, bytes) = try session.send(request)
    try await connection.send(bytes)
    return tag
  }

  func answer(_ tag: UInt32) async throws -> Answer {
    while true {
      if let answer = answers.removeValue(forKey: tag) { return answer }
      try await receive()
    }
  }

  func ask(_ request: Request) async throws -> Answer {
    try await answer(try await send(request))
  }

  func delivery() async throws -> Delivery {
    while deliveries.isEmpty { try await receive() }
    return deliveries.removeFirst()
  }

  /// Deliveries that came with what was asked; a ping behind them shows that no more were sent.
  func deliveriesSoFar() async throws -> [Delivery] {
    _ = try await ask(.ping)
    defer { deliveries = [] }
    return deliveries
  }

  func open(
    _ mailbox: TestMailbox, accessKey: AccessKey? = nil, previous: PreviousAccessKey? = nil, hours: UInt16? = nil
  ) async throws -> Answer {
    guard let relay = session.relay else { throw RelayProtocolError.notReady }
    return try await ask(
      .open(
        try OpenRequest(
          mailbox: mailbox.key, accessKey: accessKey ?? mailbox.accessKey, previous: previous, lifetimeHours: hours,
          on: relay, exporter: connection.exporter)))
  }

  func close(_ mailbox: TestMailbox) async throws -> Answer {
    guard let relay = session.relay else { throw RelayProtocolError.notReady }
    return try await ask(
      .close(
        try CloseRequest(
          mailbox: mailbox.key, accessKey: mailbox.accessKey, on: relay, exporter: connection.exporter)))
  }

  func acknowledge(_ deliveries: [Delivery]) async throws -> Answer {
    guard let mailbox = deliveries.first?.mailbox else { return .acknowledged }
    return try await ask(.acknowledge(AcknowledgeRequest(mailbox: mailbox, arrivals: deliveries.map(\.arrival))))
  }

  /// What the relay says last, once it has closed.
  func end() async -> Refusal? {
    do {
      while true { try await receive() }
    } catch {
      return refusal
    }
  }
}

extension Answer {
  var refusalCode: RefusalCode? {
    if case .refused(let refusal, to: _) = self { refusal.code } else { nil }
  }
}
