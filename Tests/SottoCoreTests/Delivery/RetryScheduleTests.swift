import SottoCore
import SottoCrypto
import TestSupport
import Testing

@Suite struct RetryScheduleTests {
  private struct Constant: RandomSource {
    let byte: UInt8
    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
      for index in buffer.indices { buffer[index] = byte }
    }
  }

  @Test func `delays double from five seconds to at most one hour`() {
    let delays = (1...14).map { (attempt: UInt32) -> UInt64 in
      RetrySchedule.delay(after: attempt, random: Constant(byte: 0)).milliseconds
    }
    #expect(delays[..<10] == [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 640_000, 1_280_000, 2_560_000])
    #expect(Set(delays[10...]) == [3_272_727])
  }

  @Test func `jitter adds a tenth at most and never passes the hour`() {
    for attempt in (1...40).map(UInt32.init) + [.max] {
      let least = RetrySchedule.delay(after: attempt, random: Constant(byte: 0)).milliseconds
      let most = RetrySchedule.delay(after: attempt, random: Constant(byte: 0xFF)).milliseconds
      #expect(most <= least + least / 10 && most > least)
      #expect(most <= 3_600_000)
    }
    let random = SeededRandom(seed: 1)
    #expect(Set((0..<100).map { _ in RetrySchedule.delay(after: 9, random: random) }).count > 50)
  }
}
