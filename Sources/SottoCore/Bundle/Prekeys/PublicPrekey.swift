import SottoWire

/// The public half of a prekey, as its issuer hands it to the one device that may use it: 81 bytes.
public struct PublicPrekey: WireCodable, Hashable, Sendable {
  public static let size = PrekeyID.size + PrekeyPublicKey.size

  public let id: PrekeyID
  public let key: PrekeyPublicKey

  public init(id: PrekeyID, key: PrekeyPublicKey) {
    self.id = id
    self.key = key
  }

  public init(from reader: inout WireReader) throws(WireError) {
    id = try reader.value()
    key = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(id)
    writer.value(key)
  }
}
