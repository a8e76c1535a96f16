/// A JSON value (RFC 8259) that keeps the order of its members.
package enum JSON: Equatable, Sendable {
  case string(String)
  case number(Int64)
  case bool(Bool)
  case array([JSON])
  case object(JSONObject)

  package static func size(_ bytes: UInt64) -> JSON { .number(Int64(clamping: bytes)) }
  package static func count(_ count: Int) -> JSON { .number(Int64(count)) }
  package static func id(_ id: some CustomStringConvertible) -> JSON { .string(id.description) }

  /// One line. Besides what the standard asks for, everything that could act on a terminal is escaped.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .string(let value): Self.write(value, to: &text)
    case .number(let value): text += String(value)
    case .bool(let value): text += value ? "true" : "false"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let object):
      text += "{"
      for (index, member) in object.members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where actsOnTerminals(scalar):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private static func actsOnTerminals(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension JSON: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}
