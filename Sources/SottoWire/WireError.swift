/// Why bytes are not the canonical encoding of the structure that was asked for.
public enum WireError: Error, Equatable, Sendable {
  /// The input ends inside a field.
  case truncated
  /// Bytes are left after the last field.
  case trailingBytes
  /// A length is not in its shortest form (RFC 9000 §16, made strict as in RFC 9420 §2.1.2).
  case nonMinimalLength
  /// A length or a count is above the maximum of its field.
  case tooLong(max: Int)
  /// A discriminator that the structure does not define.
  case unknownTag(UInt8)
  /// A structure version that this code does not know.
  case unsupportedVersion(UInt8)
  /// An element that may stand once stands twice.
  case duplicate
  /// Elements that have an order are out of it.
  case wrongOrder
  /// Text that is not valid UTF-8.
  case invalidUTF8
  /// An unknown extension whose high bit says that it must be understood.
  case criticalExtension(UInt16)
  /// A fixed value (magic, padding, a reserved field) is another one, or a field breaks its own rule.
  case invalidValue
}
