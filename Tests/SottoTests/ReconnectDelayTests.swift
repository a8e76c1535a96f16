import Sotto
import SottoCore
import TestSupport
import Testing

@Suite struct ReconnectDelayTests {
  @Test func itDoublesUpToFiveMinutesAndStartsOver() {
    let random = SeededRandom(seed: 5)
    var delay = ReconnectDelay()
    for attempt in 0..<30 {
      let full = min(1_000 << UInt64(min(attempt, 20)), ReconnectDelay.longest.milliseconds)
      let wait = delay.failed(random: random).milliseconds
      #expect((full / 2...full).contains(wait))
    }
    delay.succeeded()
    #expect(delay.failed(random: random) <= ReconnectDelay.first)
  }
}
