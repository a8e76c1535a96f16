/// Bytes of a fixed size with a role: each id and public key has a type of its own, so that one cannot stand for another.
public protocol Identifier: WireCodable, Hashable, Comparable, Sendable, CustomStringConvertible {
  static var size: Int { get }
  var bytes: [UInt8] { get }
  /// `bytes` has exactly `size` bytes; the failable initialiser below checks it.
  init(unchecked bytes: [UInt8])
}

extension Identifier {
  /// nil where the size is another one
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    self.init(unchecked: [UInt8](bytes))
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self.init(unchecked: try reader.fixed(Self.size))
  }

  public func encode(to writer: inout WireWriter) {
    writer.fixed(bytes)
  }

  /// Unsigned lexicographic order
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Lower-case hexadecimal; 16 bytes in the groups of a UUID (RFC 9562 §4)
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if Self.size == 16, [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
