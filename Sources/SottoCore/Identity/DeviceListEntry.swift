import SottoWire

/// One device of an account.
///
/// `signingKey[32] · identityKey[65] · kind u8 · string<64> name`: 99 bytes and the name.
public struct DeviceListEntry: WireCodable, Hashable, Sendable {
  /// Bytes of a device's name in its list.
  public static let maximumName = 64

  public enum Kind: UInt8, Hashable, Sendable {
    /// Holds the private list key.
    case primary = 1
    case desktop = 2
    case service = 3
  }

  public let signingKey: SigningKey
  public let identityKey: IdentityKey
  public let kind: Kind
  public let name: String

  public var deviceID: DeviceID { DeviceID(of: signingKey) }

  init(signingKey: SigningKey, identityKey: IdentityKey, kind: Kind, name: DeviceName) {
    self.signingKey = signingKey
    self.identityKey = identityKey
    self.kind = kind
    self.name = name.text
  }

  public init(from reader: inout WireReader) throws(WireError) {
    signingKey = try reader.value()
    identityKey = try reader.value()
    let tag = try reader.u8()
    guard let kind = Kind(rawValue: tag) else { throw .unknownTag(tag) }
    self.kind = kind
    name = try reader.string(max: Self.maximumName)
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(signingKey)
    writer.value(identityKey)
    writer.u8(kind.rawValue)
    writer.string(name)
  }
}
