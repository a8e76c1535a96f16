import SottoCore
import SottoCrypto

/// How long to wait before the next attempt to reach a relay: doubling from one second to five minutes, each shortened
/// by up to a half at random, so that a relay that comes back is not met by all its clients at once.
package struct ReconnectDelay: Equatable {
  package static let first = TimeSpan.seconds(1)
  package static let longest = TimeSpan.minutes(5)

  private var failures: UInt64 = 0

  package init() {}

  package mutating func succeeded() {
    failures = 0
  }

  package mutating func failed(random: any RandomSource) -> TimeSpan {
    let full = min(Self.first.milliseconds << min(failures, 20), Self.longest.milliseconds)
    failures += 1
    let draw = UInt64(random.bytes(1)[0])
    return TimeSpan(milliseconds: full - full / 2 * draw / 255)
  }
}
