extension HPKE {
  /// The opening side of a context.
  public struct Recipient: ~Copyable, Sendable {
    private var context: HPKEContext

    /// Throws `incorrectKeySize` unless the encapsulated key has 32 bytes, `zeroSharedSecret` when it has small order.
    public init(
      privateKey: Curve25519.KeyAgreement.PrivateKey, info: [UInt8], encapsulatedKey: [UInt8]
    ) throws(CryptoError) {
      let ephemeralKey = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: encapsulatedKey)
      let agreement = try privateKey.sharedSecretFromKeyAgreement(with: ephemeralKey)
      context = HPKEContext(
        agreement: agreement, encapsulatedKey: encapsulatedKey,
        recipientKey: privateKey.publicKey.rawRepresentation, info: info)
    }

    /// Throws `authenticationFailure`; the next message is then still the same one.
    public mutating func open(
      _ sealed: [UInt8], authenticating data: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
      try context.open(sealed, authenticating: data)
    }

    /// As `open`, for plaintext that is itself a secret.
    public mutating func openSecret(
      _ sealed: [UInt8], authenticating data: [UInt8] = []
    ) throws(CryptoError) -> SecretBytes {
      try context.openSecret(sealed, authenticating: data)
    }

    /// A secret that both sides can derive (RFC 9180 §5.3), at most `HKDF.maximumOutput` bytes.
    public func exportSecret(context label: [UInt8], count: Int) throws(CryptoError) -> SecretBytes {
      try context.export(context: label, count: count)
    }
  }
}
