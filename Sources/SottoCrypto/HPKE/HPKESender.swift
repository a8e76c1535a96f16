extension HPKE {
  /// The sealing side of a context. It cannot be copied: two copies would use one nonce twice.
  public struct Sender: ~Copyable, Sendable {
    /// 32 bytes; goes to the recipient with the messages.
    public let encapsulatedKey: [UInt8]
    private var context: HPKEContext

    /// Throws `zeroSharedSecret` when the recipient's key has small order.
    public init(
      recipientKey: Curve25519.KeyAgreement.PublicKey, info: [UInt8],
      random: any RandomSource = SystemRandom()
    ) throws(CryptoError) {
      try self.init(recipientKey: recipientKey, info: info, ephemeralKey: .init(random: random))
    }

    /// With a given ephemeral key, for test vectors.
    package init(
      recipientKey: Curve25519.KeyAgreement.PublicKey, info: [UInt8],
      ephemeralKey: Curve25519.KeyAgreement.PrivateKey
    ) throws(CryptoError) {
      let agreement = try ephemeralKey.sharedSecretFromKeyAgreement(with: recipientKey)
      encapsulatedKey = ephemeralKey.publicKey.rawRepresentation
      context = HPKEContext(
        agreement: agreement, encapsulatedKey: encapsulatedKey, recipientKey: recipientKey.rawRepresentation,
        info: info)
    }

    /// Ciphertext ‖ tag, 16 bytes more than `plaintext`.
    public mutating func seal(
      _ plaintext: [UInt8], authenticating data: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
      try context.seal(plaintext, authenticating: data)
    }

    /// As `seal`, for plaintext that is itself a secret.
    public mutating func seal(
      _ plaintext: SecretBytes, authenticating data: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
      try context.seal(plaintext, authenticating: data)
    }

    /// A secret that both sides can derive (RFC 9180 §5.3), at most `HKDF.maximumOutput` bytes.
    public func exportSecret(context label: [UInt8], count: Int) throws(CryptoError) -> SecretBytes {
      try context.export(context: label, count: count)
    }
  }
}
