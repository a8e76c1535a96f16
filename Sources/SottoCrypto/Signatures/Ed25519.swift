import CSodium

extension Curve25519.Signing {
  /// An Ed25519 private key.
  public struct PrivateKey: Sendable, Redacted {
    /// The seed, 32 bytes.
    public let rawRepresentation: SecretBytes
    public let publicKey: PublicKey
    /// libsodium's form, seed ‖ public key, 64 bytes.
    private let expanded: SecretBytes

    public init(random: any RandomSource = SystemRandom()) {
      self.init(checked: random.secret(PublicKey.size))
    }

    /// Throws `incorrectKeySize` unless there are 32 bytes.
    public init(rawRepresentation: SecretBytes) throws(CryptoError) {
      guard rawRepresentation.count == PublicKey.size else { throw .incorrectKeySize }
      self.init(checked: rawRepresentation)
    }

    private init(checked seed: SecretBytes) {
      Sodium.start()
      var point = [UInt8](repeating: 0, count: PublicKey.size)
      expanded = SecretBytes(count: Int(crypto_sign_ed25519_SECRETKEYBYTES)) { expanded in
        seed.withUnsafeBytes { seed in
          // Always returns 0.
          _ = crypto_sign_ed25519_seed_keypair(
            &point, expanded.octets,
            seed.octets)
        }
      }
      rawRepresentation = seed
      publicKey = PublicKey(checked: point)
    }

    /// 64 bytes, the same for the same message (RFC 8032 §5.1.6).
    public func signature(for message: [UInt8]) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: PublicKey.signatureSize) { buffer, initialized in
        expanded.withUnsafeBytes { key in
          // Always returns 0.
          _ = crypto_sign_ed25519_detached(
            buffer.octets, nil, message, UInt64(message.count),
            key.octets)
        }
        initialized = PublicKey.signatureSize
      }
    }
  }

  /// An Ed25519 public key.
  public struct PublicKey: Sendable, Hashable {
    /// In bytes, of public keys and seeds.
    public static let size = 32
    /// In bytes.
    public static let signatureSize = 64

    public let rawRepresentation: [UInt8]

    /// Throws `incorrectKeySize` unless there are 32 bytes. Whether they are a point shows when a signature is checked.
    public init(rawRepresentation: [UInt8]) throws(CryptoError) {
      guard rawRepresentation.count == Self.size else { throw .incorrectKeySize }
      self.rawRepresentation = rawRepresentation
    }

    fileprivate init(checked bytes: [UInt8]) {
      rawRepresentation = bytes
    }

    /// False also for signatures of another length than 64, keys of small order and encodings that are not canonical.
    public func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      Sodium.start()
      guard signature.count == Self.signatureSize else { return false }
      return crypto_sign_ed25519_verify_detached(
        signature, message, UInt64(message.count), rawRepresentation) == 0
    }
  }
}
