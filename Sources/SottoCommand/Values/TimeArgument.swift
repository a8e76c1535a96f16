import CommandLineParsing
import Glibc
import SottoCore

/// A moment: `2026-03-01`, `2026-03-01T12:00` and `2026-03-01T12:00:00` in this machine's time zone, the last also with
/// `Z` for UTC and with a fraction, or how long ago, such as `2h` or `7d`.
package struct TimeArgument: ExpressibleByArgument {
  package let time: Timestamp

  package init?(argument: String) {
    self.init(argument, now: .now)
  }

  package init?(_ text: String, now: Timestamp) {
    if let last = text.last, "smhd".contains(last), let span = TimeSpan(argument: text) {
      time = now.subtracting(span)
    } else if let time = Self.parse(text) {
      self.time = time
    } else {
      return nil
    }
  }

  private static func parse(_ text: String) -> Timestamp? {
    let separator = text.dropFirst(10).first
    guard separator == nil || separator == "T" || separator == " " else { return nil }
    var clock = separator == nil ? "00:00" : String(text.dropFirst(11))
    let isUTC = clock.hasSuffix("Z")
    if isUTC { clock.removeLast() }
    if let dot = clock.firstIndex(of: ".") {
      guard clock[clock.index(after: dot)...].allSatisfy(\.isASCIIDigit) else { return nil }
      clock = String(clock[..<dot])
    }
    guard let date = numbers(String(text.prefix(10)), separator: "-", widths: [4, 2, 2]),
      let hours = numbers(clock, separator: ":", widths: [2, 2]) ?? numbers(clock, separator: ":", widths: [2, 2, 2])
    else { return nil }
    return seconds(date: date, clock: hours, isUTC: isUTC)
  }

  private static func seconds(date: [Int32], clock: [Int32], isUTC: Bool) -> Timestamp? {
    guard (1...12).contains(date[1]), (1...31).contains(date[2]), clock[0] < 24, clock[1] < 60 else { return nil }
    var parts = tm()
    parts.tm_year = date[0] - 1_900
    parts.tm_mon = date[1] - 1
    parts.tm_mday = date[2]
    parts.tm_hour = clock[0]
    parts.tm_min = clock[1]
    parts.tm_sec = clock.count > 2 ? min(clock[2], 59) : 0
    parts.tm_isdst = -1
    let day = parts.tm_mday
    let seconds = isUTC ? timegm(&parts) : mktime(&parts)
    // The 30th of February is normalised to another day.
    guard seconds >= 0, parts.tm_mday == day else { return nil }
    return Timestamp(milliseconds: UInt64(seconds) * 1_000)
  }

  private static func numbers(_ text: String, separator: Character, widths: [Int]) -> [Int32]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == widths.count, zip(parts, widths).allSatisfy({ $0.count == $1 }),
      parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) })
    else { return nil }
    return parts.compactMap { Int32($0) }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
