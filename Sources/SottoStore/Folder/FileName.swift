import SottoCrypto
import SottoWire

/// What the layer file and the files in `objects/` are called: a random UUID (RFC 9562 §5.4).
public struct FileName: Identifier {
  public static let size = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  public static func random(_ random: any RandomSource) -> FileName {
    var bytes = random.bytes(size)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return FileName(unchecked: bytes)
  }

  /// The canonical text only: lower case, hyphens in their places.
  public init?(text: String) {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 2 * Self.size else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index..<index + 2], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    self.init(unchecked: bytes)
    guard description == text else { return nil }
  }
}
