import SottoCrypto
import SottoWire

/// The devices of an account, signed by its list key. Lists form a chain: each names the hash of the one before it.
///
/// `u8 1 · listKey[32] · sequence u64 · previousHash[32] · createdAt u64 · vector<DeviceListEntry, 32> ·
/// vector<DeviceID, 256> removed · signature[64]`: 148 bytes, and about 110 for each device. The first list of an
/// account has sequence 1 and a previous hash of zeros.
public struct DeviceList: WireCodable, Hashable, Sendable {
  static let version: UInt8 = 1
  /// Devices that were taken off the account, over its whole life.
  public static let maximumRemoved = 256

  public let listKey: ListKey
  public let sequence: UInt64
  public let previousHash: [UInt8]
  public let createdAt: Timestamp
  /// At least one; no device twice.
  public let entries: [DeviceListEntry]
  /// Devices that may not come back.
  public let removed: [DeviceID]
  /// 64 bytes
  public let signature: [UInt8]

  /// The list of an account that has this one device. Made once, at the start of the profile, and kept.
  public static func first(of identity: DeviceIdentity, now: Timestamp) throws(IdentityError) -> DeviceList {
    guard let list = identity.list else { throw .noListKey }
    let unsigned = DeviceList(firstOf: identity, createdAt: now, signature: [])
    return DeviceList(
      firstOf: identity, createdAt: now, signature: list.signature(for: unsigned.signedBytes))
  }

  private init(firstOf identity: DeviceIdentity, createdAt: Timestamp, signature: [UInt8]) {
    listKey = identity.listKey
    sequence = 1
    previousHash = [UInt8](repeating: 0, count: SHA256.digestSize)
    self.createdAt = createdAt
    entries = [
      DeviceListEntry(
        signingKey: identity.signingKey, identityKey: identity.identityKey, kind: .primary, name: identity.name)
    ]
    removed = []
    self.signature = signature
  }

  public init(from reader: inout WireReader) throws(WireError) {
    let version = try reader.u8()
    guard version == Self.version else { throw .unsupportedVersion(version) }
    listKey = try reader.value()
    sequence = try reader.u64()
    previousHash = try reader.fixed(SHA256.digestSize)
    createdAt = try reader.value()
    entries = try reader.vector(max: Limits.listedDevices)
    removed = try reader.vector(max: Self.maximumRemoved)
    signature = try reader.fixed(Curve25519.Signing.PublicKey.signatureSize)
    try checkShape()
  }

  private func checkShape() throws(WireError) {
    guard sequence > 0, !entries.isEmpty else { throw .invalidValue }
    guard (sequence == 1) == previousHash.allSatisfy({ $0 == 0 }) else { throw .invalidValue }
    let devices = entries.map(\.deviceID) + removed
    guard Set(devices).count == devices.count else { throw .duplicate }
  }

  public func encode(to writer: inout WireWriter) {
    encodeFields(to: &writer)
    writer.fixed(signature)
  }

  private func encodeFields(to writer: inout WireWriter) {
    writer.u8(Self.version)
    writer.value(listKey)
    writer.u64(sequence)
    writer.fixed(previousHash)
    writer.value(createdAt)
    writer.vector(entries)
    writer.vector(removed)
  }

  private var signedBytes: [UInt8] {
    var writer = WireWriter(capacity: 1_024)
    encodeFields(to: &writer)
    return Label.deviceList.bytes + writer.finish()
  }

  /// The signature is the list key's.
  public func verify() throws(IdentityError) {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: listKey.bytes),
      key.isValidSignature(signature, for: signedBytes)
    else { throw .invalidSignature }
  }

  /// SHA-256(label ‖ the list with its signature), 32 bytes
  public func hash() -> [UInt8] {
    SHA256.hash(Label.deviceListHash.bytes, encoded())
  }

  /// Whether the list names a device by both of its keys.
  public func contains(signingKey: SigningKey, identityKey: IdentityKey) -> Bool {
    entries.contains { $0.signingKey == signingKey && $0.identityKey == identityKey }
  }

  public func contains(_ package: KeyPackage) -> Bool {
    listKey == package.listKey
      && contains(signingKey: package.signingKey, identityKey: package.identityKey)
  }
}
