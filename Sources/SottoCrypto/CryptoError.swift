/// Why a cryptographic operation was refused. No case says more than which rule was broken, so that an error can be
/// shown and logged.
public enum CryptoError: Error, Equatable, Sendable {
  /// A key, private or public, does not have its algorithm's length.
  case incorrectKeySize
  /// A nonce, salt, ciphertext, output or cost lies outside its algorithm's bounds.
  case incorrectParameterSize
  /// The bytes are no point of the curve, the point at infinity, or a private scalar outside 1 ..< order.
  case invalidPoint
  /// The agreement's result is all zero: the peer's key has small order.
  case zeroSharedSecret
  /// The ciphertext, its nonce or the associated data are not what was sealed under this key.
  case authenticationFailure
  /// The bytes are no ML-KEM encapsulation key (FIPS 203 §7.2), or the halves of a decapsulation key disagree (§7.3).
  case invalidEncapsulationKey
  /// An HPKE context has used up its sequence numbers.
  case messageLimitReached
  /// The library below reported a failure that no input explains, such as lack of memory.
  case backendFailure
}
