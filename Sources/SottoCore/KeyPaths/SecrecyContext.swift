import SottoWire

/// Which key path a ciphertext was sealed with, and the public values that reach it.
///
/// `mode u8 · bytes ephemeralPublicKey · optional<uuid> prekeyID`: 85 bytes on a forward-secret path, 3 on a long-term
/// path and for `group`. A mode that is known has exactly one shape; one that is not keeps what it brought.
public struct SecrecyContext: WireCodable, Hashable, Sendable {
  public let mode: BundleMode
  /// 65 bytes on a forward-secret path, otherwise empty.
  public let ephemeralPublicKey: [UInt8]
  public let prekeyID: PrekeyID?

  private init(mode: BundleMode, ephemeralPublicKey: [UInt8], prekeyID: PrekeyID?) {
    self.mode = mode
    self.ephemeralPublicKey = ephemeralPublicKey
    self.prekeyID = prekeyID
  }

  /// The outside of a group bundle: each slot has a context of its own.
  public static let group = SecrecyContext(mode: .group, ephemeralPublicKey: [], prekeyID: nil)

  public static func longTerm(isHybrid: Bool) -> SecrecyContext {
    SecrecyContext(
      mode: .keyPath(KeyPathMode(usesPrekey: false, isHybrid: isHybrid)), ephemeralPublicKey: [], prekeyID: nil)
  }

  public static func forwardSecret(
    isHybrid: Bool, ephemeral: EphemeralKey, prekeyID: PrekeyID
  ) -> SecrecyContext {
    SecrecyContext(
      mode: .keyPath(KeyPathMode(usesPrekey: true, isHybrid: isHybrid)),
      ephemeralPublicKey: ephemeral.bytes, prekeyID: prekeyID)
  }

  public init(from reader: inout WireReader) throws(WireError) {
    mode = BundleMode(byte: try reader.u8())
    ephemeralPublicKey = try reader.bytes(max: mode.isSupported ? EphemeralKey.size : Limits.unknownEphemeralKey)
    prekeyID = try reader.bool() ? PrekeyID(unchecked: try reader.fixed(PrekeyID.size)) : nil
    switch mode {
    case .keyPath(let path) where path.usesPrekey:
      guard ephemeralPublicKey.count == EphemeralKey.size, prekeyID != nil else { throw .invalidValue }
    case .keyPath, .group:
      guard ephemeralPublicKey.isEmpty, prekeyID == nil else { throw .invalidValue }
    case .session, .unsupported:
      break
    }
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(mode.byte)
    writer.bytes(ephemeralPublicKey)
    writer.optional(prekeyID)
  }
}
