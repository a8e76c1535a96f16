/// As it can be pasted into a shell, in one line and harmless to a terminal.
package func shellQuoted(_ text: String) -> String {
  if shown(text) != text { return ansiQuoted(text) }
  let isPlain = !text.isEmpty && text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"):
      true
    case UInt8(ascii: "-"): text.utf8.first != byte
    default: false
    }
  }
  let parts = text.split(separator: "'", omittingEmptySubsequences: false)
  return isPlain ? text : "'" + parts.joined(separator: "'\\''") + "'"
}

/// `$'a\u001Bb'`, which bash, zsh and ksh read: the only way to type what a terminal would act on.
private func ansiQuoted(_ text: String) -> String {
  var quoted = "$'"
  for scalar in text.unicodeScalars {
    switch scalar {
    case "'", "\\": quoted += "\\\(scalar)"
    case _ where shown(String(scalar)) == String(scalar): quoted.unicodeScalars.append(scalar)
    default:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let width = scalar.value > 0xFFFF ? 8 : 4
      quoted += (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count) + digits
    }
  }
  return quoted + "'"
}
