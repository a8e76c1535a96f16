package struct SwiftEncapsulationKey: MLKEMEncapsulationKey {
  package let bytes: [UInt8]
  /// H(ek), 32 bytes.
  let hash: [UInt8]
  let key: KPKE.PublicKey

  init(_ bytes: [UInt8]) throws(CryptoError) {
    guard bytes.count == MLKEM1024.encapsulationKeySize else { throw .incorrectKeySize }
    guard let key = bytes.withUnsafeBytes({ KPKE.PublicKey($0) }) else { throw .invalidEncapsulationKey }
    self.init(bytes, key)
  }

  init(_ bytes: [UInt8], _ key: KPKE.PublicKey) {
    self.bytes = bytes
    self.key = key
    var hash = [UInt8](repeating: 0, count: 32)
    var function = SHA3(.sha3_256)
    bytes.withUnsafeBytes { bytes in hash.withUnsafeMutableBytes { function.hash(bytes, into: $0) } }
    self.hash = hash
  }

  /// Algorithm 17.
  package func encapsulate(
    randomness: SecretBytes
  ) throws(CryptoError) -> (sharedSecret: SecretBytes, ciphertext: [UInt8]) {
    guard randomness.count == KPKE.messageSize else { throw .incorrectParameterSize }
    return randomness.withUnsafeBytes { message in
      let derived = deriveKeyAndRandomness(message)
      let ciphertext = [UInt8](unsafeUninitializedCapacity: KPKE.ciphertextSize) { buffer, initialized in
        encrypt(message, derived, into: UnsafeMutableRawBufferPointer(start: buffer.octets, count: KPKE.ciphertextSize))
        initialized = KPKE.ciphertextSize
      }
      return (derived[0..<32], ciphertext)
    }
  }

  /// G(m ‖ H(ek)): the shared secret, then the encryption's randomness.
  func deriveKeyAndRandomness(_ message: UnsafeRawBufferPointer) -> SecretBytes {
    SecretBytes(count: 64) { output in
      var function = SHA3(.sha3_512)
      hash.withUnsafeBytes { function.hash(message, $0, into: output) }
    }
  }

  /// `derived` comes from `deriveKeyAndRandomness` of the same message.
  func encrypt(
    _ message: UnsafeRawBufferPointer, _ derived: SecretBytes, into ciphertext: UnsafeMutableRawBufferPointer
  ) {
    derived.withUnsafeBytes { derived in
      KPKE.encrypt(message, to: key, randomness: .init(rebasing: derived[32...]), into: ciphertext)
    }
  }
}
