import SottoCore
import SottoStore

extension OutboxChange {
  /// A pairing's effect, durable with the state that it came from.
  func carryOut(_ effect: PairingEffect) throws {
    switch effect {
    case .send(let message, let destination):
      guard let copy = QueuedCopy(toWindow: destination, messageID: .random(profile.random)) else { return }
      try add(copy, body: OutboxBody(envelope: nil, content: message.encoded()))
    case .halfPaired(let result, let confirmation, _):
      try PairedPeers(change: self).propose(result)
      guard result.peer.relay != nil else { return }
      try add(
        QueuedCopy(to: result.peer, messageID: .random(profile.random), kind: .pair, terms: .pairing),
        body: OutboxBody(envelope: nil, content: confirmation.encoded()))
    case .paired(let result):
      try PairedPeers(change: self).pair(result)
    }
  }
}
