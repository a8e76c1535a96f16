/// Why no key could be derived.
public enum KeyPathError: Error, Equatable, Sendable {
  /// A hybrid path was asked for and there are no ML-KEM secrets to put in. Never answered with a classical key.
  case missingQuantumKeyMaterial
  /// A public key is not a point of the curve.
  case invalidPublicKey
  /// The cryptographic library failed.
  case agreementFailed
}
