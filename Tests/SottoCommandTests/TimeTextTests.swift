import SottoCommand
import SottoCore
import Testing

@Suite struct TimeTextTests {
  @Test func rfc3339() {
    #expect(TimeText.rfc3339(Timestamp(milliseconds: 0)) == "1970-01-01T00:00:00.000Z")
    #expect(TimeText.rfc3339(Timestamp(milliseconds: 1_772_368_496_789)) == "2026-03-01T12:34:56.789Z")
    #expect(TimeText.rfc3339(Timestamp(milliseconds: .max)).hasPrefix("9999-12-31T23:59:59"))
  }

  @Test func argumentsInUTC() {
    let now = Timestamp(milliseconds: 1_772_368_496_789)
    #expect(TimeArgument("2026-03-01T12:34:56.789Z", now: now)?.time.milliseconds == 1_772_368_496_000)
    #expect(TimeArgument("2026-03-01 12:34Z", now: now)?.time.milliseconds == 1_772_368_440_000)
    #expect(TimeArgument("2024-02-29T00:00:00Z", now: now)?.time.milliseconds == 1_709_164_800_000)
  }

  @Test func argumentsInLocalTime() throws {
    let time = try #require(TimeArgument("2026-03-01", now: Timestamp(milliseconds: 0))?.time)
    #expect(TimeText.local(time) == "2026-03-01 00:00")
    let minute = try #require(TimeArgument("2026-03-01T12:34", now: Timestamp(milliseconds: 0))?.time)
    #expect(TimeText.local(minute) == "2026-03-01 12:34")
  }

  @Test func argumentsThatCountBack() {
    let now = Timestamp(milliseconds: 10_000_000)
    #expect(TimeArgument("2h", now: now)?.time.milliseconds == 2_800_000)
    #expect(TimeArgument("90s", now: now)?.time.milliseconds == 9_910_000)
    #expect(TimeArgument("7d", now: now)?.time.milliseconds == 0)
  }

  @Test(arguments: [
    "", "yesterday", "2026", "2026-3-1", "2026-02-30", "2026-13-01", "2026-01-01T25:00", "2026-01-01T12:60",
    "2026-01-01T12", "2026-01-01X12:00", "2026-01-01T12:00:00.xZ", "2026-01-01T", "-2h", "h", "٣h", "99999999999h",
    "é026-01-01", "2026-01-01T12:00:00:00", "1000-01-01",
  ])
  func refused(text: String) {
    #expect(TimeArgument(text, now: Timestamp(milliseconds: 0)) == nil)
  }

  @Test func spans() {
    #expect(TimeSpan(argument: "30") == .seconds(30))
    #expect(TimeSpan(argument: "30s") == .seconds(30))
    #expect(TimeSpan(argument: "10m") == .minutes(10))
    #expect(TimeSpan(argument: "1d") == .days(1))
    #expect(TimeSpan(argument: "999999999d") != nil)
    for text in ["", "s", "-1", "1.5", "1w", "9999999999", "１"] { #expect(TimeSpan(argument: text) == nil) }
    #expect(TimeSpan.minutes(10).defaultValueDescription == "10m")
    #expect(TimeSpan.seconds(30).defaultValueDescription == "30s")
  }
}
