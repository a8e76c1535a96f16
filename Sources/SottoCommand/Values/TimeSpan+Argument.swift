import CommandLineParsing
import SottoCore

/// `30`, `30s`, `10m`, `2h`, `7d`; a bare number counts seconds.
extension TimeSpan: ExpressibleByArgument {
  public init?(argument: String) {
    let units: [Character: UInt64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    var digits = argument[...]
    var unit: UInt64 = 1
    if let last = digits.last, let factor = units[last] {
      digits.removeLast()
      unit = factor
    }
    guard digits.count <= 9, !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let count = UInt64(digits)
    else { return nil }
    self = .seconds(count * unit)
  }

  public static var allValueStrings: [String] { [] }

  public var defaultValueDescription: String {
    let seconds = milliseconds / 1_000
    return seconds >= 60 && seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
  }
}
