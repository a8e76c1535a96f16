/// An implementation of ML-KEM-1024. Keys and ciphertexts come with their sizes checked.
package protocol MLKEMProvider: Sendable {
  var name: String { get }

  /// ML-KEM.KeyGen_internal of a seed d ‖ z, 64 bytes.
  func decapsulationKey(seed: SecretBytes) throws(CryptoError) -> any MLKEMDecapsulationKey

  /// From FIPS 203's expanded form, 3168 bytes, with the checks of §7.3. Sotto itself keeps seeds only.
  func decapsulationKey(expanded: SecretBytes) throws(CryptoError) -> any MLKEMDecapsulationKey

  /// From 1568 bytes, with the checks of §7.2.
  func encapsulationKey(_ bytes: [UInt8]) throws(CryptoError) -> any MLKEMEncapsulationKey
}

package protocol MLKEMDecapsulationKey: Sendable {
  /// 1568 bytes.
  var encapsulationKey: any MLKEMEncapsulationKey { get }

  /// FIPS 203's expanded form, 3168 bytes.
  func expanded() throws(CryptoError) -> SecretBytes

  /// ML-KEM.Decaps of 1568 bytes: 32 bytes, which tell nothing when the ciphertext is not one for this key.
  func decapsulate(_ ciphertext: [UInt8]) throws(CryptoError) -> SecretBytes
}

package protocol MLKEMEncapsulationKey: Sendable {
  /// 1568 bytes.
  var bytes: [UInt8] { get }

  /// ML-KEM.Encaps_internal with the random bytes m, 32.
  func encapsulate(randomness: SecretBytes) throws(CryptoError) -> (sharedSecret: SecretBytes, ciphertext: [UInt8])
}

extension MLKEM1024 {
  package static let expandedSize = KPKE.vectorSize + encapsulationKeySize + 2 * 32
}
