/// RFC 4648 §4, with padding, strict: one text for each byte string.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()
  private static let pad = UInt8(ascii: "=")

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let padded = Array(group) + [UInt8](repeating: 0, count: 3 - group.count)
      let bits = UInt32(padded[0]) << 16 | UInt32(padded[1]) << 8 | UInt32(padded[2])
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)] : pad)
      }
    }
    return text
  }

  /// nil for anything that `encode` does not write.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    for start in stride(from: 0, to: text.count, by: 4) {
      let isLast = start + 4 == text.count
      let padding = isLast ? text[(start + 2)...].count { $0 == pad } : 0
      var bits: UInt32 = 0
      for index in 0..<4 {
        let isPadding = index >= 4 - padding
        let value = isPadding ? 0 : values[Int(text[start + index])]
        guard value != 0xFF, !isPadding || text[start + index] == pad else { return nil }
        bits = bits << 6 | UInt32(value)
      }
      // What padding leaves over must be zero, or two texts would mean the same bytes.
      guard bits & (1 << UInt32(8 * padding) - 1) == 0 else { return nil }
      for index in 0..<(3 - padding) { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * index))) }
    }
    return bytes
  }
}
