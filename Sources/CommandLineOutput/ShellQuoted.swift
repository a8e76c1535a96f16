/// As it can be pasted into a shell.
package func shellQuoted(_ text: String) -> String {
  let isPlain = !text.isEmpty && text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"):
      true
    case UInt8(ascii: "-"): text.utf8.first != byte
    default: false
    }
  }
  let parts = shown(text).split(separator: "'", omittingEmptySubsequences: false)
  return isPlain ? text : "'" + parts.joined(separator: "'\\''") + "'"
}
