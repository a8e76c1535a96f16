import SottoCrypto
import SottoWire

/// The private keys of a device, made once per profile.
///
/// The encoding is secret and goes into the sealed store only: `u8 1 · signing seed[32] · mailbox key[32] ·
/// identity scalar[32] · listKey[32] · optional<list seed[32]>`, 162 bytes on a person's first device.
public struct DeviceIdentity: WireCodable, Sendable {
  private static let version: UInt8 = 1

  /// Signs for the device; its public half names it.
  public let signing: Curve25519.Signing.PrivateKey
  /// What envelopes to the device are sealed to.
  public let mailbox: Curve25519.KeyAgreement.PrivateKey
  /// Agrees on keys with other devices.
  public let identity: P256.KeyAgreement.PrivateKey
  /// The account's list key.
  public let listKey: ListKey
  /// Its private half, on a person's first device only.
  public let list: Curve25519.Signing.PrivateKey?
  public let deviceID: DeviceID

  /// Keys of a person's first device.
  public static func generate(random: any RandomSource = SystemRandom()) -> DeviceIdentity {
    let list = Curve25519.Signing.PrivateKey(random: random)
    return DeviceIdentity(
      signing: .init(random: random), mailbox: .init(random: random), identity: .init(random: random),
      listKey: ListKey(unchecked: list.publicKey.rawRepresentation), list: list)
  }

  private init(
    signing: Curve25519.Signing.PrivateKey, mailbox: Curve25519.KeyAgreement.PrivateKey,
    identity: P256.KeyAgreement.PrivateKey, listKey: ListKey, list: Curve25519.Signing.PrivateKey?
  ) {
    self.signing = signing
    self.mailbox = mailbox
    self.identity = identity
    self.listKey = listKey
    self.list = list
    deviceID = DeviceID(of: SigningKey(unchecked: signing.publicKey.rawRepresentation))
  }

  public var signingKey: SigningKey { SigningKey(unchecked: signing.publicKey.rawRepresentation) }
  public var mailboxKey: MailboxKey { MailboxKey(unchecked: mailbox.publicKey.rawRepresentation) }
  public var identityKey: IdentityKey { IdentityKey(unchecked: identity.publicKey.x963Representation) }
  public var name: DeviceName { DeviceName(of: signingKey) }

  public init(from reader: inout WireReader) throws(WireError) {
    let version = try reader.u8()
    guard version == Self.version else { throw .unsupportedVersion(version) }
    let signing = try reader.secret(Curve25519.Signing.PublicKey.size)
    let mailbox = try reader.secret(Curve25519.KeyAgreement.PublicKey.size)
    let identity = try reader.secret(P256.KeyAgreement.PrivateKey.size)
    let listKey: ListKey = try reader.value()
    let list = try reader.optional { (reader: inout WireReader) throws(WireError) in
      try reader.secret(Curve25519.Signing.PublicKey.size)
    }
    do {
      self.init(
        signing: try .init(rawRepresentation: signing), mailbox: try .init(rawRepresentation: mailbox),
        identity: try .init(rawRepresentation: identity), listKey: listKey,
        list: try list.map { secret throws(CryptoError) in try .init(rawRepresentation: secret) })
    } catch {
      throw .invalidValue
    }
    guard self.list == nil || self.list?.publicKey.rawRepresentation == listKey.bytes else { throw .invalidValue }
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(Self.version)
    writer.secret(signing.rawRepresentation)
    writer.secret(mailbox.rawRepresentation)
    writer.secret(identity.rawRepresentation)
    writer.value(listKey)
    writer.optional(list) { list, writer in writer.secret(list.rawRepresentation) }
  }
}
