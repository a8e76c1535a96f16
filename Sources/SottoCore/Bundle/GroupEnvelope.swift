import SottoWire

/// The slots of a group bundle: `version u8 = 1 · blind[32] · blindNonce[16] · vector<Recipient, 32>`.
public struct GroupEnvelope: WireCodable, Hashable, Sendable {
  /// 1: slots are found by trial decryption.
  public static let version: UInt8 = 1
  public static let blindSize = 32
  public static let blindNonceSize = 16

  /// HMAC-SHA256 of the nonce under the group id: it binds the slots to the group and is another one in every bundle.
  public let blind: [UInt8]
  public let blindNonce: [UInt8]
  public let recipients: [Recipient]

  init(blind: [UInt8], blindNonce: [UInt8], recipients: [Recipient]) {
    self.blind = blind
    self.blindNonce = blindNonce
    self.recipients = recipients
  }

  public init(from reader: inout WireReader) throws(WireError) {
    let version = try reader.u8()
    guard version == Self.version else { throw .unsupportedVersion(version) }
    blind = try reader.fixed(Self.blindSize)
    blindNonce = try reader.fixed(Self.blindNonceSize)
    recipients = try reader.vector(max: Limits.recipients) { (reader: inout WireReader) throws(WireError) in
      try Recipient(from: &reader)
    }
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(Self.version)
    writer.fixed(blind)
    writer.fixed(blindNonce)
    writer.vector(recipients)
  }
}
