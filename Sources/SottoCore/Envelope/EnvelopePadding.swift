import SottoWire

/// `fill` = `u32 length · zeros`: it brings the plaintext, signature included, to a size band.
enum EnvelopePadding {
  static let signatureSize = 64
  /// The largest Padmé size whose envelope stays within `Limits.envelope`.
  static let maximumSize = 63_488
  /// Around a body of the largest size: fixed fields, length of the body, length of the fill, signature.
  static let overhead = EnvelopeContents.fixedSize + 4 + lengthSize + signatureSize
  private static let lengthSize = 4

  /// Zeros after `fieldCount` bytes of fields.
  private static func zeroCount(after fieldCount: Int) -> Int {
    let size = fieldCount + lengthSize + signatureSize
    return max(Limits.envelopePlaintextMinimum, Padme.size(size)) - size
  }

  static func write(to writer: inout WireWriter) {
    let count = zeroCount(after: writer.count)
    writer.u32(UInt32(count))
    writer.zeros(count)
  }

  /// The reader stands behind the fields, which start at offset 0.
  static func read(from reader: inout WireReader) throws(WireError) {
    let expected = zeroCount(after: reader.offset)
    guard try reader.u32() == UInt32(expected) else { throw .invalidValue }
    try reader.zeros(expected)
  }
}
