import SottoCrypto

/// A structure with exactly one encoding: `encode(decode(x)) == x` for every accepted `x`.
public protocol WireCodable {
  init(from reader: inout WireReader) throws(WireError)
  func encode(to writer: inout WireWriter)
}

extension WireCodable {
  /// Decodes all of `bytes`; anything left over is an error.
  public init(encoded bytes: [UInt8]) throws(WireError) {
    self = try WireReader.decode(bytes) { (reader: inout WireReader) throws(WireError) in
      try Self(from: &reader)
    }
  }

  /// Decodes all of `bytes` without copying them to unprotected memory.
  public init(encoded secret: SecretBytes) throws(WireError) {
    self = try WireReader.decode(secret) { (reader: inout WireReader) throws(WireError) in
      try Self(from: &reader)
    }
  }

  public func encoded() -> [UInt8] {
    var writer = WireWriter()
    encode(to: &writer)
    return writer.finish()
  }

  /// The encoding in zeroing memory, for structures that hold keys.
  public func encodedSecret() -> SecretBytes {
    var writer = WireWriter()
    encode(to: &writer)
    return writer.finishSecret()
  }
}
