import CommandLineOutput
import Glibc
import SottoCore

/// Times as people and programs read and write them.
package enum TimeText {
  /// RFC 3339, UTC, milliseconds: `2026-03-01T12:34:56.789Z`
  package static func rfc3339(_ time: Timestamp) -> String {
    let parts = civil(time, in: gmtime_r)
    return "\(parts.date)T\(parts.time).\(pad(Int(time.milliseconds % 1_000), to: 3))Z"
  }

  /// In this machine's time zone, to the minute: `2026-03-01 12:34`
  package static func local(_ time: Timestamp) -> String {
    let parts = civil(time, in: localtime_r)
    return "\(parts.date) \(parts.time.prefix(5))"
  }

  private typealias Conversion = (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?

  private static func civil(_ time: Timestamp, in convert: Conversion) -> (date: String, time: String) {
    // Years of four digits end here; a peer may claim any time.
    let lastSecond: UInt64 = 253_402_300_799
    var seconds = time_t(min(time.milliseconds / 1_000, lastSecond))
    var parts = tm()
    guard convert(&seconds, &parts) != nil else { return ("9999-12-31", "23:59:59") }
    let year = pad(Int(parts.tm_year) + 1_900, to: 4)
    let day = [parts.tm_mon + 1, parts.tm_mday].map { pad(Int($0), to: 2) }
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { pad(Int($0), to: 2) }
    return (([year] + day).joined(separator: "-"), clock.joined(separator: ":"))
  }

  private static func pad(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension JSON {
  package static func time(_ time: Timestamp) -> JSON { .string(TimeText.rfc3339(time)) }
}

extension Timestamp {
  static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: UInt64(max(0, time.tv_sec)) * 1_000 + UInt64(time.tv_nsec) / 1_000_000)
  }
}
