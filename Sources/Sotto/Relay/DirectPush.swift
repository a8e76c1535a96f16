import SottoCore
import SottoCrypto
import SottoRelayProtocol

/// A push that no outbox holds: it is worth something only while this process runs.
struct DirectPush: Sendable {
  let relay: RelayTarget
  let request: PushRequest

  init(
    relay: RelayTarget, mailbox: MailboxKey, accessKey: AccessKey, envelope: [UInt8], random: any RandomSource
  ) {
    self.relay = relay
    let deletionKey = DeletionKey(unchecked: random.bytes(DeletionKey.size))
    request = PushRequest(
      mailbox: mailbox, accessKey: accessKey, pushID: PushID(unchecked: random.bytes(PushID.size)),
      deletionKeyHash: DeletionKeyHash(of: deletionKey), expiryHours: 24, envelope: envelope)
  }

  /// Each attempt has the same push id.
  func attempt(on pool: RelayPool) async -> PushAnswer {
    do throws(SottoError.RelayFailure) {
      let connection = try await pool.connection(to: relay, for: .push)
      return PushAnswer(try await connection.ask(.push(request)), keptFor: connection.envelopeLifetime)
    } catch {
      return .noAnswer
    }
  }
}
