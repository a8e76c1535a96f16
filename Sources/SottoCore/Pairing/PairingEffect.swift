/// What the caller does for a pairing. The effects of one call, and the state after it, are one store transaction:
/// nothing is sent before the state that expects the answer is durable.
public enum PairingEffect: Equatable, Sendable {
  case send(PairMessage, to: PairDestination)
  /// The inviter's end. In the same transaction the peer is written as half-paired with the new material proposed, the
  /// message goes into the outbox to stay until the joiner's greeting has come, and the window is closed. Until then
  /// no contact is shown and nothing is sealed with the new keys.
  case halfPaired(PairResult, confirmation: PairMessage, to: PairDestination)
  /// The joiner's end. In the same transaction the peer is written as paired, the pending join goes, and the greeting
  /// is queued.
  case paired(PairResult)
}
