import SottoCrypto
import SottoWire

/// Three names that both people of a pairing compare: 48 bits. Each side has committed to its nonce before it sees the
/// other's, so nobody in between can search for a pairing that gives the same words.
///
/// Encoded as the six bytes that pick the words.
public struct SafetyWords: WireCodable, Hashable, Sendable, CustomStringConvertible {
  private static let size = 6

  private let bytes: [UInt8]

  /// HKDF(nonceI ‖ nonceJ, salt = SHA-256(label ‖ inviter's package ‖ joiner's package), label), 6 bytes.
  init(inviterNonce: [UInt8], joinerNonce: [UInt8], inviter: KeyPackage, joiner: KeyPackage) {
    let salt = SHA256.hash(Label.safetyWordsSalt.bytes, inviter.encoded(), joiner.encoded())
    let derived = HKDF.derive(
      input: SecretBytes(copying: inviterNonce + joinerNonce), salt: salt, info: Label.safetyWords.bytes,
      count: Self.size)
    bytes = derived.withUnsafeBytes { [UInt8]($0) }
  }

  /// Such as `SwiftFox CalmOwl BraveHeron`.
  public var text: String { DeviceName.names(from: bytes).map(\.text).joined(separator: " ") }
  public var description: String { text }

  public init(from reader: inout WireReader) throws(WireError) {
    bytes = try reader.fixed(Self.size)
  }

  public func encode(to writer: inout WireWriter) {
    writer.fixed(bytes)
  }
}
