/// X25519 (RFC 7748) under `KeyAgreement`, Ed25519 (RFC 8032) under `Signing`.
public enum Curve25519 {
  /// A key of `KeyAgreement` can not be used where one of `Signing` is wanted, nor the other way round.
  public enum KeyAgreement {}
  public enum Signing {}
}
