/// A 256-bit key for AES-256-GCM, HMAC-SHA256 or as a chain of HKDF.
public struct SymmetricKey: Sendable, Equatable, Redacted {
  /// In bytes.
  public static let size = 32

  /// 32 bytes.
  public let secret: SecretBytes

  /// Throws `incorrectKeySize` unless `secret` has 32 bytes.
  public init(_ secret: SecretBytes) throws(CryptoError) {
    guard secret.count == Self.size else { throw .incorrectKeySize }
    self.secret = secret
  }

  /// For results whose size is fixed by the code that makes them.
  init(derived secret: SecretBytes) {
    precondition(secret.count == Self.size)
    self.secret = secret
  }

  public static func random(_ random: any RandomSource = SystemRandom()) -> SymmetricKey {
    SymmetricKey(derived: random.secret(size))
  }
}
