import SottoCore

/// A rate with a burst: tokens come at a constant rate up to a maximum, and each act takes one.
struct TokenBucket: Sendable {
  private let perSecond: Double
  private let burst: Double
  private var tokens: Double
  private var filledAt: Timestamp

  /// Full at the start.
  init(perSecond: Double, burst: Int, at now: Timestamp) {
    self.perSecond = perSecond
    self.burst = Double(burst)
    tokens = Double(burst)
    filledAt = now
  }

  /// nil where a token was taken, else the milliseconds until there is one.
  mutating func take(at now: Timestamp) -> UInt32? {
    fill(at: now)
    if tokens >= 1 {
      tokens -= 1
      return nil
    }
    guard perSecond > 0 else { return .max }
    return UInt32(clamping: Int(((1 - tokens) / perSecond * 1_000).rounded(.up)))
  }

  mutating func isFull(at now: Timestamp) -> Bool {
    fill(at: now)
    return tokens >= burst
  }

  /// A clock that was set back fills nothing.
  private mutating func fill(at now: Timestamp) {
    tokens = min(burst, tokens + Double(now.since(filledAt).milliseconds) / 1_000 * perSecond)
    filledAt = now
  }
}
