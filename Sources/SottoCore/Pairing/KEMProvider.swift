import SottoCrypto

/// Who does ML-KEM-1024 for pairings: the software below, or a secure element that has it. A device without one pairs
/// classically.
public protocol KEMProvider: Sendable {
  /// A key pair for one exchange with one peer.
  func makeEphemeral(random: any RandomSource) throws(KEMError) -> EphemeralKEM

  /// A shared secret of 32 bytes and its ciphertext of 1,568 bytes for the holder of `encapsulationKey`, which comes
  /// from a peer and is checked (FIPS 203 §7.2).
  func encapsulate(
    to encapsulationKey: [UInt8], random: any RandomSource
  ) throws(KEMError) -> (secret: SecretBytes, ciphertext: [UInt8])

  /// The secret of 32 bytes. `handle` is what `makeEphemeral` put into its result. A ciphertext for another key gives
  /// another secret and no error (FIPS 203 §6.3).
  func decapsulate(_ ciphertext: [UInt8], handle: SecretBytes) throws(KEMError) -> SecretBytes
}

public enum KEMError: Error, Equatable, Sendable {
  /// Not an ML-KEM-1024 encapsulation key.
  case invalidEncapsulationKey
  /// The private key has made its one decapsulation, or is not this provider's.
  case keyUnavailable
  /// The provider failed for a reason of its own.
  case providerFailure
}
