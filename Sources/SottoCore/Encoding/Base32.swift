/// Base32 without padding (RFC 4648 §6). Each byte string has one text but for the case of its letters.
enum Base32 {
  private static let upperCase = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
  private static let lowerCase = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  static func encode(_ bytes: [UInt8], upperCased: Bool) -> String {
    let alphabet = upperCased ? upperCase : lowerCase
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 8 + 4) / 5)
    var window: UInt32 = 0
    var bits = 0
    for byte in bytes {
      window = window << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[Int(window >> UInt32(bits) & 31)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(window << UInt32(5 - bits) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Letters of either case. nil for any other character, for a length that no byte string has, and where the bits
  /// that fill up the last character are not zero.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var window: UInt32 = 0
    var bits = 0
    for character in text {
      guard let digit = digit(character) else { return nil }
      window = window << 5 | UInt32(digit)
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: window >> UInt32(bits)))
      }
    }
    guard bits < 5, window & (1 << UInt32(bits) - 1) == 0 else { return nil }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a")
    case UInt8(ascii: "2")...UInt8(ascii: "7"): character - UInt8(ascii: "2") + 26
    default: nil
    }
  }
}
