import SottoCore
import TestSupport
import Testing

@Suite struct TimestampTests {
  @Test func `sums and differences saturate`() {
    let last = Timestamp(milliseconds: .max)
    #expect(last.adding(.days(1)) == last)
    #expect(Timestamp(milliseconds: 5).subtracting(.seconds(1)) == Timestamp(milliseconds: 0))
    #expect(Timestamp(milliseconds: 5).since(last) == TimeSpan(milliseconds: 0))
    #expect(last.since(Timestamp(milliseconds: 1)) == TimeSpan(milliseconds: .max - 1))
  }

  @Test func `spans saturate whatever the count`() {
    #expect(TimeSpan.days(.max) == TimeSpan(milliseconds: .max))
    #expect(TimeSpan.seconds(.max) == TimeSpan(milliseconds: .max))
    #expect(TimeSpan.days(1) == TimeSpan.hours(24) && TimeSpan.hours(1) == TimeSpan.minutes(60))
    #expect(TimeSpan.minutes(1).milliseconds == 60_000)
  }

  @Test func `encoding is canonical`() throws {
    try assertCanonical(Timestamp(milliseconds: 1_790_000_000_123))
  }
}
