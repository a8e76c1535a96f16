import SottoWire

/// One sealed object: for one device, or for up to 32 devices with a slot for each.
///
/// `magic "STTO" · version u8 = 4 · SecrecyContext · bytes ciphertext · fingerprintNonce[16] · senderFingerprint[32] ·
/// optional<GroupEnvelope>`. It can travel over anything: all that it shows is the sizes, the number of slots and the
/// key path of each.
public struct Bundle: WireCodable, Hashable, Sendable {
  public static let magic = Array("STTO".utf8)
  public static let version: UInt8 = 4
  public static let fingerprintNonceSize = 16
  public static let fingerprintSize = 32

  public let secrecy: SecrecyContext
  /// AES-GCM box of a `SealedPayload`.
  public let ciphertext: [UInt8]
  public let fingerprintNonce: [UInt8]
  /// SHA-256(sender's identity key ‖ nonce): tells a peer which of its peers it is from.
  public let senderFingerprint: [UInt8]
  /// nil in a single-recipient bundle.
  public let group: GroupEnvelope?

  init(
    secrecy: SecrecyContext, ciphertext: [UInt8], fingerprintNonce: [UInt8], senderFingerprint: [UInt8],
    group: GroupEnvelope?
  ) {
    self.secrecy = secrecy
    self.ciphertext = ciphertext
    self.fingerprintNonce = fingerprintNonce
    self.senderFingerprint = senderFingerprint
    self.group = group
  }

  /// Decodes untrusted bytes with the errors that a person can act on. Uses no key, and allocates nothing for a bundle
  /// that is refused for its size, version, mode or number of slots.
  public static func decode(_ bytes: [UInt8]) throws(BundleError) -> Bundle {
    guard bytes.count <= Limits.bundle else { throw .tooLarge(max: Limits.bundle) }
    try BundleOutline.check(bytes)
    do {
      return try Bundle(encoded: bytes)
    } catch {
      throw .malformed(error)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    try reader.expect(Self.magic)
    let version = try reader.u8()
    guard version == Self.version else { throw .unsupportedVersion(version) }
    secrecy = try reader.value()
    ciphertext = try reader.bytes(max: Limits.bundle)
    fingerprintNonce = try reader.fixed(Self.fingerprintNonceSize)
    senderFingerprint = try reader.fixed(Self.fingerprintSize)
    group = try reader.optional()
    if case .keyPath = secrecy.mode, group != nil { throw .invalidValue }
  }

  public func encode(to writer: inout WireWriter) {
    writer.fixed(Self.magic)
    writer.u8(Self.version)
    writer.value(secrecy)
    writer.bytes(ciphertext)
    writer.fixed(fingerprintNonce)
    writer.fixed(senderFingerprint)
    writer.optional(group)
  }

  /// The same bundle with one slot only, for the relay; nil for a single-recipient bundle or an index out of bounds.
  public func slice(for index: Int) -> Bundle? {
    guard let group, group.recipients.indices.contains(index) else { return nil }
    let slot = GroupEnvelope(
      blind: group.blind, blindNonce: group.blindNonce, recipients: [group.recipients[index]])
    return Bundle(
      secrecy: secrecy, ciphertext: ciphertext, fingerprintNonce: fingerprintNonce,
      senderFingerprint: senderFingerprint, group: slot)
  }
}
