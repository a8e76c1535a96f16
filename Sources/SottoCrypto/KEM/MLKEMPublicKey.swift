extension MLKEM1024 {
  /// An encapsulation key.
  public struct PublicKey: Sendable {
    private let key: any MLKEMEncapsulationKey

    /// Throws `incorrectKeySize` unless there are 1568 bytes, `invalidEncapsulationKey` when they fail the modulus
    /// check (FIPS 203 §7.2).
    public init(rawRepresentation: [UInt8]) throws(CryptoError) {
      try self.init(rawRepresentation: rawRepresentation, provider: MLKEM1024.preferredProvider)
    }

    package init(rawRepresentation: [UInt8], provider: any MLKEMProvider) throws(CryptoError) {
      guard rawRepresentation.count == MLKEM1024.encapsulationKeySize else { throw .incorrectKeySize }
      key = try provider.encapsulationKey(rawRepresentation)
    }

    init(_ key: any MLKEMEncapsulationKey) {
      self.key = key
    }

    /// 1568 bytes.
    public var rawRepresentation: [UInt8] { key.bytes }

    /// A fresh shared secret of 32 bytes, and the 1568 bytes from which the private key's owner gets it.
    public func encapsulate(
      random: any RandomSource = SystemRandom()
    ) throws(CryptoError) -> (sharedSecret: SharedSecret, encapsulated: [UInt8]) {
      let result = try key.encapsulate(randomness: random.secret(KPKE.messageSize))
      return (SharedSecret(result.sharedSecret), result.ciphertext)
    }
  }
}

extension MLKEM1024.PublicKey: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.rawRepresentation == right.rawRepresentation
  }
}
