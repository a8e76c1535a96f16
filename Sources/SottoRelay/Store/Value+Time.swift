import SottoCore
import SottoSQLite

extension Value {
  static func time(_ time: Timestamp) -> Value { .integer(Int64(clamping: time.milliseconds)) }
  static func optional(_ time: Timestamp?) -> Value { time.map(Value.time) ?? .null }
  static func optional(_ bytes: [UInt8]?) -> Value { bytes.map(Value.blob) ?? .null }
}

extension Statement {
  func time(_ column: Int) -> Timestamp { Timestamp(milliseconds: UInt64(clamping: integer(column))) }
}
