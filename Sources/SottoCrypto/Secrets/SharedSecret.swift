/// The raw result of a key agreement or a KEM, 32 bytes. Not a key: it goes through `HKDF` first.
public struct SharedSecret: Sendable, Equatable, Redacted {
  public let secret: SecretBytes

  init(_ secret: SecretBytes) {
    self.secret = secret
  }
}
