extension MLKEM1024 {
  /// A decapsulation key, in memory that is locked where the system allows it.
  public struct PrivateKey: Sendable, Redacted {
    private let lockedSeed: LockedSecret
    private let key: any MLKEMDecapsulationKey
    public let publicKey: PublicKey

    public init(random: any RandomSource = SystemRandom()) {
      // Every 64 bytes are a seed, so only lack of memory fails.
      guard let key = try? PrivateKey(seed: random.secret(MLKEM1024.seedSize)) else {
        preconditionFailure("ML-KEM: out of memory")
      }
      self = key
    }

    /// FIPS 203's d ‖ z, 64 bytes; throws `incorrectKeySize` for any other length.
    public init(seed: SecretBytes) throws(CryptoError) {
      try self.init(seed: seed, provider: MLKEM1024.preferredProvider)
    }

    package init(seed: SecretBytes, provider: any MLKEMProvider) throws(CryptoError) {
      guard seed.count == MLKEM1024.seedSize else { throw .incorrectKeySize }
      lockedSeed = LockedSecret(copying: seed)
      key = try provider.decapsulationKey(seed: seed)
      publicKey = PublicKey(key.encapsulationKey)
    }

    /// d ‖ z, 64 bytes: all there is to store.
    public var seed: SecretBytes {
      lockedSeed[0..<MLKEM1024.seedSize]
    }

    /// 32 bytes. Throws `incorrectParameterSize` unless the ciphertext has 1568; one that was not made for this key
    /// gives a secret that nobody else has (implicit rejection).
    public func decapsulate(_ ciphertext: [UInt8]) throws(CryptoError) -> SharedSecret {
      guard ciphertext.count == MLKEM1024.ciphertextSize else { throw .incorrectParameterSize }
      return SharedSecret(try key.decapsulate(ciphertext))
    }
  }
}
