/// Why a signed statement about a device or an account is refused.
public enum IdentityError: Error, Equatable, Sendable {
  /// The signature is not that of the key that the structure names.
  case invalidSignature
  /// The identity key is no point of P-256.
  case invalidIdentityKey
  /// The device has no private list key: only an account's first device signs its list.
  case noListKey
  /// An encapsulation key that does not have 1,568 bytes.
  case invalidEncapsulationKey
}
