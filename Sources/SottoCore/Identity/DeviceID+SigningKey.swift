import SottoCrypto

extension DeviceID {
  /// SHA-256 of the signing key, without a label: the requirement's formula.
  public init(of signingKey: SigningKey) {
    self.init(unchecked: SHA256.hash(signingKey.bytes))
  }
}
