import SottoCore

/// A rate with a burst: tokens come at a constant rate up to a maximum, and each act takes one.
struct TokenBucket: Sendable {
  /// Tokens that come in `period`.
  private let count: UInt64
  /// In units of which a token has one for each millisecond of the period, so that nothing is rounded.
  private let cost: UInt64
  private let full: UInt64
  private var level: UInt64
  private var filledAt: Timestamp

  /// Full at the start.
  init(_ count: Int, each period: TimeSpan, burst: Int, at now: Timestamp) {
    self.count = UInt64(max(1, count))
    cost = period.milliseconds
    full = cost * UInt64(max(1, burst))
    level = full
    filledAt = now
  }

  /// nil where a token was taken, else the milliseconds until there is one.
  mutating func take(at now: Timestamp) -> UInt32? {
    fill(at: now)
    if level >= cost {
      level -= cost
      return nil
    }
    return UInt32(clamping: (cost - level + count - 1) / count)
  }

  mutating func isFull(at now: Timestamp) -> Bool {
    fill(at: now)
    return level == full
  }

  /// A clock that was set back fills nothing.
  private mutating func fill(at now: Timestamp) {
    let (added, overflow) = now.since(filledAt).milliseconds.multipliedReportingOverflow(by: count)
    level = overflow || added >= full - level ? full : level + added
    filledAt = now
  }
}
