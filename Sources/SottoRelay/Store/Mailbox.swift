import SottoCore
import SottoRelayProtocol

/// A mailbox in use, with what the writer remembers of it.
struct Mailbox {
  let id: Int64
  var accessHash: AccessKeyHash
  var previous: PreviousAccessKey?
  var expiresAt: Timestamp?
  var openedAt: Timestamp
  var lastArrival: UInt64
  var waitingCount: Int
  var waitingBytes: Int
  var bucket: TokenBucket

  func accepts(_ hash: AccessKeyHash, at now: Timestamp) -> Bool {
    if hash == accessHash { return true }
    guard let previous else { return false }
    return hash == previous.hash && now < previous.until
  }

  func isOver(at now: Timestamp) -> Bool {
    expiresAt.map { $0 <= now } ?? false
  }

  func hasRoom(for count: Int, within limits: RelayServerLimits) -> Bool {
    waitingCount < limits.envelopesPerMailbox && waitingBytes + count <= limits.bytesPerMailbox
  }
}
