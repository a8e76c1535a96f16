/// Makes untrusted text safe to show in a terminal: nothing in it moves the cursor, turns the direction of writing, or
/// hides. What would is shown as its code, such as `\u{202E}`.
public enum DisplayText {
  public enum Form: Sendable {
    /// Names: one line, no invisible characters at all.
    case line
    /// A message's text: line feeds and tabs stay, and the joiners that emoji and some scripts are written with.
    case paragraphs
  }

  public static func escaped(_ text: String, as form: Form = .line) -> String {
    guard text.unicodeScalars.contains(where: { !isShown($0, as: form) }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isShown(scalar, as: form) {
        result.append(scalar)
      } else {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      }
    }
    return String(result)
  }

  /// The same for bytes that may not be text: each byte that is no part of valid UTF-8 is shown as `\x{FF}`.
  public static func escaped(utf8 bytes: [UInt8], as form: Form = .line) -> String {
    var result = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      if let (scalar, length) = firstScalar(of: rest) {
        result += escaped(String(scalar), as: form)
        rest.removeFirst(length)
      } else {
        result += "\\x{\(String(rest.removeFirst(), radix: 16, uppercase: true))}"
      }
    }
    return result
  }

  private static func firstScalar(of bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, length: Int)? {
    for length in 1...min(4, bytes.count) {
      if let text = String(validating: bytes.prefix(length), as: UTF8.self), let scalar = text.unicodeScalars.first {
        return (scalar, length)
      }
    }
    return nil
  }

  private static func isShown(_ scalar: Unicode.Scalar, as form: Form) -> Bool {
    switch scalar {
    case "\u{FE0E}", "\u{FE0F}":
      // Text and emoji presentation: they change how the character before them looks, nothing else.
      return true
    case "\n", "\t", "\u{200C}", "\u{200D}":
      return form == .paragraphs
    default:
      break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
      return false
    default:
      // Fillers and selectors that have no picture though they are letters or marks.
      return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
