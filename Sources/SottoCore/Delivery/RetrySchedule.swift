import SottoCrypto

/// When a push that got no lasting answer is tried again: 5 seconds, doubled each time, one hour at most.
public enum RetrySchedule {
  /// The longest delay before jitter, such that a tenth more makes one hour.
  private static let longest = Limits.retryMaximum.milliseconds * 10 / 11

  /// The delay after the `attempt`-th push (from 1). Up to a tenth is added at random, so that the clients of a relay
  /// that comes back do not all come at once.
  public static func delay(after attempt: UInt32, random: any RandomSource) -> TimeSpan {
    let doublings = min(max(attempt, 1) - 1, 32)
    let base = min(Limits.retryFirst.milliseconds << UInt64(doublings), longest)
    let draw = random.bytes(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return TimeSpan(milliseconds: base + (base / 10) * draw / UInt64(UInt32.max))
  }
}
