import SottoCore
import SottoCrypto
import SottoRelayProtocol
import SottoTransport
import Testing

/// Pushes bytes into mailboxes without being anybody.
struct RawPusher {
  private let connection: TransportConnection
  private let session = SessionBox()

  private final class SessionBox {
    var session = ClientSession()
  }

  init(_ relay: RelayAddress) async throws {
    connection = try await TransportConnection.connect(
      host: relay.host, port: relay.port, pin: relay.pin.map { .full($0) } ?? .systemStore)
    try await connection.send(session.session.start())
    while session.session.relay == nil {
      _ = try session.session.receive(try #require(await connection.receive()))
    }
  }

  func push(_ envelope: [UInt8], to inbox: (mailbox: MailboxKey, accessKey: AccessKey)) async throws {
    let random = SystemRandom()
    let request = PushRequest(
      mailbox: inbox.mailbox, accessKey: inbox.accessKey, pushID: PushID(unchecked: random.bytes(16)),
      deletionKeyHash: DeletionKeyHash(unchecked: random.bytes(32)), envelope: envelope)
    let (tag, bytes) = try session.session.send(.push(request))
    try await connection.send(bytes)
    while true {
      for case .answer(tag, let answer) in try session.session.receive(try #require(await connection.receive())) {
        #expect(answer == .pushed(.first))
        return
      }
    }
  }
}
