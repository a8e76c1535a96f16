import CSodium

extension Curve25519.KeyAgreement {
  /// An X25519 private key.
  public struct PrivateKey: Sendable, Redacted {
    /// 32 bytes, as drawn; they are clamped when used.
    public let rawRepresentation: SecretBytes
    public let publicKey: PublicKey

    public init(random: any RandomSource = SystemRandom()) {
      self.init(checked: random.secret(PublicKey.size))
    }

    /// Throws `incorrectKeySize` unless there are 32 bytes.
    public init(rawRepresentation: SecretBytes) throws(CryptoError) {
      guard rawRepresentation.count == PublicKey.size else { throw .incorrectKeySize }
      self.init(checked: rawRepresentation)
    }

    private init(checked scalar: SecretBytes) {
      Sodium.start()
      rawRepresentation = scalar
      publicKey = PublicKey(
        checked: [UInt8](unsafeUninitializedCapacity: PublicKey.size) { buffer, initialized in
          scalar.withUnsafeBytes { scalar in
            // Fails only for a point of small order, which the base point is not.
            _ = crypto_scalarmult_curve25519_base(buffer.octets, scalar.octets)
          }
          initialized = PublicKey.size
        })
    }

    /// 32 bytes. Throws `zeroSharedSecret` when the peer's key has small order.
    public func sharedSecretFromKeyAgreement(with peer: PublicKey) throws(CryptoError) -> SharedSecret {
      let secret = try SecretBytes(count: PublicKey.size) { (output) throws(CryptoError) in
        let status = rawRepresentation.withUnsafeBytes { scalar in
          crypto_scalarmult_curve25519(
            output.octets,
            scalar.octets, peer.rawRepresentation)
        }
        guard status == 0 else { throw .zeroSharedSecret }
      }
      return SharedSecret(secret)
    }
  }

  /// An X25519 public key. Every 32 bytes are one (RFC 7748 §5); agreement refuses those of small order.
  public struct PublicKey: Sendable, Hashable {
    /// In bytes, of public and private keys.
    public static let size = 32

    public let rawRepresentation: [UInt8]

    /// Throws `incorrectKeySize` unless there are 32 bytes.
    public init(rawRepresentation: [UInt8]) throws(CryptoError) {
      guard rawRepresentation.count == Self.size else { throw .incorrectKeySize }
      self.rawRepresentation = rawRepresentation
    }

    fileprivate init(checked bytes: [UInt8]) {
      rawRepresentation = bytes
    }
  }
}
