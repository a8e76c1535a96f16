import SottoCrypto
import SottoWire

/// What a device tells of itself to be paired with, signed by its signing key. Made anew for every invitation.
///
/// `u8 1 · signingKey[32] · mailboxKey[32] · identityKey[65] · optional<RelayAddress> · accessKey[16] · listKey[32] ·
/// capabilities u32 · createdAt u64 · extensions · signature[64]`: 256 bytes without address and extensions, 1,829 with
/// an encapsulation key. Any package decodes; `verify` tells whether it may be believed.
public struct KeyPackage: WireCodable, Hashable, Sendable {
  static let version: UInt8 = 1

  enum ExtensionType {
    /// ML-KEM-1024 encapsulation key, 1,568 bytes. A device without ML-KEM leaves it out and takes no notice of it.
    static let encapsulationKey: UInt16 = 1
  }

  public let signingKey: SigningKey
  public let mailboxKey: MailboxKey
  public let identityKey: IdentityKey
  /// nil for a device that exchanges files only.
  public let relay: RelayAddress?
  /// What a push into the device's mailbox must show.
  public let accessKey: AccessKey
  public let listKey: ListKey
  public let capabilities: Capabilities
  public let createdAt: Timestamp
  public let extensions: Extensions
  /// 64 bytes
  public let signature: [UInt8]

  /// Presence makes a pairing hybrid, if the other device has one too. 1,568 bytes; encapsulation checks what is in them.
  public var encapsulationKey: [UInt8]? { extensions[ExtensionType.encapsulationKey] }
  public var deviceID: DeviceID { DeviceID(of: signingKey) }
  public var name: DeviceName { DeviceName(of: signingKey) }

  /// `encapsulationKey` has 1,568 bytes.
  public static func make(
    identity: DeviceIdentity, relay: RelayAddress?, accessKey: AccessKey, encapsulationKey: [UInt8]?,
    now: Timestamp
  ) throws(IdentityError) -> KeyPackage {
    guard encapsulationKey == nil || encapsulationKey?.count == QuantumKeyMaterial.encapsulationKeySize else {
      throw .invalidEncapsulationKey
    }
    var extensions = Extensions()
    extensions[ExtensionType.encapsulationKey] = encapsulationKey
    let unsigned = KeyPackage(
      identity: identity, relay: relay, accessKey: accessKey, createdAt: now, extensions: extensions, signature: [])
    return KeyPackage(
      identity: identity, relay: relay, accessKey: accessKey, createdAt: now, extensions: extensions,
      signature: identity.signing.signature(for: unsigned.signedBytes))
  }

  private init(
    identity: DeviceIdentity, relay: RelayAddress?, accessKey: AccessKey, createdAt: Timestamp,
    extensions: Extensions, signature: [UInt8]
  ) {
    signingKey = identity.signingKey
    mailboxKey = identity.mailboxKey
    identityKey = identity.identityKey
    self.relay = relay
    self.accessKey = accessKey
    listKey = identity.listKey
    capabilities = .current
    self.createdAt = createdAt
    self.extensions = extensions
    self.signature = signature
  }

  /// Whether whoever knew `held` must be told of changed keys. Fresh ML-KEM material, another relay or access key is no
  /// key change.
  public func isKeyChange(from held: KeyPackage) -> Bool {
    held.signingKey != signingKey || held.identityKey != identityKey || held.listKey != listKey
  }

  public init(from reader: inout WireReader) throws(WireError) {
    let version = try reader.u8()
    guard version == Self.version else { throw .unsupportedVersion(version) }
    signingKey = try reader.value()
    mailboxKey = try reader.value()
    identityKey = try reader.value()
    relay = try reader.optional()
    accessKey = try reader.value()
    listKey = try reader.value()
    capabilities = try reader.value()
    createdAt = try reader.value()
    extensions = try Extensions(from: &reader, known: [ExtensionType.encapsulationKey])
    signature = try reader.fixed(Curve25519.Signing.PublicKey.signatureSize)
    if let key = extensions[ExtensionType.encapsulationKey] {
      guard key.count == QuantumKeyMaterial.encapsulationKeySize else { throw .invalidValue }
    }
  }

  public func encode(to writer: inout WireWriter) {
    encodeFields(to: &writer)
    writer.fixed(signature)
  }

  private func encodeFields(to writer: inout WireWriter) {
    writer.u8(Self.version)
    writer.value(signingKey)
    writer.value(mailboxKey)
    writer.value(identityKey)
    writer.optional(relay)
    writer.value(accessKey)
    writer.value(listKey)
    writer.value(capabilities)
    writer.value(createdAt)
    writer.value(extensions)
  }

  private var signedBytes: [UInt8] {
    var writer = WireWriter(capacity: 2_048)
    encodeFields(to: &writer)
    return Label.keyPackage.bytes + writer.finish()
  }

  /// The signature is the signing key's, and the identity key is a point of its curve.
  public func verify() throws(IdentityError) {
    guard (try? P256.KeyAgreement.PublicKey(x963Representation: identityKey.bytes)) != nil else {
      throw .invalidIdentityKey
    }
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: signingKey.bytes),
      key.isValidSignature(signature, for: signedBytes)
    else { throw .invalidSignature }
  }

  /// SHA-256(label ‖ the package with its signature), 32 bytes
  public func hash() -> [UInt8] {
    SHA256.hash(Label.keyPackageHash.bytes, encoded())
  }
}
