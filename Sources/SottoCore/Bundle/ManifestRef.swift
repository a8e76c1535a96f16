import SottoWire

/// Which member list of a shared group the sender had: `u64 version · hash[32]`, zero for a group that has none.
public struct ManifestRef: WireCodable, Hashable, Sendable {
  public static let hashSize = 32
  /// Of a group that is its owner's own list.
  public static let none = ManifestRef(version: 0, hash: [UInt8](repeating: 0, count: hashSize))

  public let version: UInt64
  public let hash: [UInt8]

  private init(version: UInt64, hash: [UInt8]) {
    self.version = version
    self.hash = hash
  }

  public init(from reader: inout WireReader) throws(WireError) {
    version = try reader.u64()
    hash = try reader.fixed(Self.hashSize)
  }

  public func encode(to writer: inout WireWriter) {
    writer.u64(version)
    writer.fixed(hash)
  }
}
