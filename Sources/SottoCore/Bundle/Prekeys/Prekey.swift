import SottoCrypto
import SottoWire

/// The private half of a prekey, held by its issuer for one peer device and found only by (peer device, id).
///
/// It is deleted in the transaction that stores the message which used it, and at the latest at `deletionTime`.
public struct Prekey: WireCodable, Sendable {
  public let id: PrekeyID
  public let key: P256.KeyAgreement.PrivateKey
  public let expiry: Timestamp

  public init(id: PrekeyID, key: P256.KeyAgreement.PrivateKey, expiry: Timestamp) {
    self.id = id
    self.key = key
    self.expiry = expiry
  }

  public var deletionTime: Timestamp { expiry.adding(Limits.prekeyGrace) }

  public var publicHalf: PublicPrekey {
    PublicPrekey(id: id, key: PrekeyPublicKey(unchecked: key.publicKey.x963Representation))
  }

  /// The store's form; it holds the private key.
  public init(from reader: inout WireReader) throws(WireError) {
    id = try reader.value()
    let scalar = try reader.secret(P256.KeyAgreement.PrivateKey.size)
    guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: scalar) else { throw .invalidValue }
    self.key = key
    expiry = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(id)
    writer.secret(key.rawRepresentation)
    writer.value(expiry)
  }
}
