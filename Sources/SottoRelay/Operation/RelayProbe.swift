import SottoCore
import SottoCrypto
import SottoRelayProtocol
import SottoTransport

/// Sends a message to itself through a relay: what `sotto-relay check` does.
public enum RelayProbe {
  public enum Failure: Error, Equatable, Sendable {
    case unreachable(TransportError)
    case badProtocol(RelayProtocolError)
    case refused(RefusalCode)
    /// It closed the connection, or answered something else than was asked.
    case unexpected
    /// What came back is not what was sent.
    case damaged
  }

  /// Makes a mailbox for an hour, pushes, receives, acknowledges, and closes the mailbox again.
  public static func run(_ address: RelayAddress, random: any RandomSource = SystemRandom()) async throws(Failure) {
    let link = try await Link(address)
    let key = Curve25519.KeyAgreement.PrivateKey(random: random)
    let accessKey = AccessKey(unchecked: random.bytes(AccessKey.size))
    try await link.expect(.opened(pending: 0), to: .open(try link.openRequest(key, accessKey)))
    let envelope = random.bytes(1_024)
    let push = PushRequest(
      mailbox: MailboxKey(unchecked: key.publicKey.rawRepresentation), accessKey: accessKey,
      pushID: PushID(unchecked: random.bytes(PushID.size)),
      deletionKeyHash: DeletionKeyHash(of: DeletionKey(unchecked: random.bytes(DeletionKey.size))), expiryHours: 1,
      urgency: .silent, envelope: envelope)
    try await link.expect(.pushed(.first), to: .push(push))
    let delivery = try await link.delivery()
    guard delivery.envelope == envelope, delivery.pushID == push.pushID else { throw .damaged }
    try await link.expect(
      .acknowledged, to: .acknowledge(AcknowledgeRequest(mailbox: push.mailbox, arrivals: [delivery.arrival])))
    try await link.expect(.closed, to: .close(try link.closeRequest(key, accessKey)))
    link.connection.close()
  }

  /// One connection, used step by step.
  private final class Link {
    let connection: TransportConnection
    private var session = ClientSession()
    private var relay: RelaySession?
    private var answers: [UInt32: Answer] = [:]
    private var deliveries: [Delivery] = []

    init(_ address: RelayAddress) async throws(Failure) {
      do throws(TransportError) {
        connection = try await TransportConnection.connect(
          host: address.host, port: address.port, pin: address.pin.map(Pin.full) ?? .systemStore)
      } catch {
        throw .unreachable(error)
      }
      try await send(try bytes { session throws(RelayProtocolError) in try session.start() })
      while relay == nil { try await receive() }
    }

    func openRequest(_ key: Curve25519.KeyAgreement.PrivateKey, _ accessKey: AccessKey) throws(Failure) -> OpenRequest {
      guard let relay else { throw .unexpected }
      return try bytes { _ throws(RelayProtocolError) in
        try OpenRequest(
          mailbox: key, accessKey: accessKey, lifetimeHours: 1, on: relay, exporter: connection.exporter)
      }
    }

    func closeRequest(
      _ key: Curve25519.KeyAgreement.PrivateKey, _ accessKey: AccessKey
    ) throws(Failure) -> CloseRequest {
      guard let relay else { throw .unexpected }
      return try bytes { _ throws(RelayProtocolError) in
        try CloseRequest(mailbox: key, accessKey: accessKey, on: relay, exporter: connection.exporter)
      }
    }

    func expect(_ expected: Answer, to request: Request) async throws(Failure) {
      let (tag, frame) = try bytes { session throws(RelayProtocolError) in try session.send(request) }
      try await send(frame)
      while answers[tag] == nil { try await receive() }
      let answer = answers.removeValue(forKey: tag)
      if case .refused(let refusal, to: _) = answer { throw .refused(refusal.code) }
      guard answer == expected else { throw .unexpected }
    }

    func delivery() async throws(Failure) -> Delivery {
      while deliveries.isEmpty { try await receive() }
      return deliveries.removeFirst()
    }

    private func bytes<Value>(
      _ body: (inout ClientSession) throws(RelayProtocolError) -> Value
    ) throws(Failure) -> Value {
      do {
        return try body(&session)
      } catch {
        throw .badProtocol(error)
      }
    }

    private func send(_ frame: [UInt8]) async throws(Failure) {
      do {
        try await connection.send(frame)
      } catch {
        throw .unreachable(error)
      }
    }

    private func receive() async throws(Failure) {
      let received: [UInt8]?
      do {
        received = try await connection.receive()
      } catch {
        throw .unreachable(error)
      }
      guard let received else { throw .unexpected }
      for event in try bytes({ session throws(RelayProtocolError) in try session.receive(received) }) {
        switch event {
        case .ready(let session): relay = session
        case .answer(let tag, let answer): answers[tag] = answer
        case .deliver(let delivery): deliveries.append(delivery)
        case .error(let refusal): throw .refused(refusal.code)
        }
      }
    }
  }
}
