import CCrypto

/// libcrypto's ML-KEM-1024. It is looked for by name at run time: headers before 3.5 do not know it, and need not.
package struct LibCryptoMLKEM: MLKEMProvider {
  package let name = "libcrypto"

  /// Nil where libcrypto has none.
  package init?() {
    guard Self.isAvailable else { return nil }
  }

  private static let isAvailable: Bool = {
    guard let algorithm = EVP_KEM_fetch(nil, "ML-KEM-1024", nil) else {
      LibCrypto.clearErrors()
      return false
    }
    EVP_KEM_free(algorithm)
    return true
  }()

  package func decapsulationKey(seed: SecretBytes) throws(CryptoError) -> any MLKEMDecapsulationKey {
    try LibCryptoDecapsulationKey(LibCryptoKEMKey(parameter: "seed", isPrivate: true, seed))
  }

  package func decapsulationKey(expanded: SecretBytes) throws(CryptoError) -> any MLKEMDecapsulationKey {
    guard expanded.count == MLKEM1024.expandedSize else { throw .incorrectKeySize }
    return try LibCryptoDecapsulationKey(LibCryptoKEMKey(parameter: "priv", isPrivate: true, expanded))
  }

  package func encapsulationKey(_ bytes: [UInt8]) throws(CryptoError) -> any MLKEMEncapsulationKey {
    guard bytes.count == MLKEM1024.encapsulationKeySize else { throw .incorrectKeySize }
    let key = try LibCryptoKEMKey(parameter: "pub", isPrivate: false, SecretBytes(copying: bytes))
    return LibCryptoEncapsulationKey(bytes: bytes, key: key)
  }
}

package struct LibCryptoDecapsulationKey: MLKEMDecapsulationKey {
  private let key: LibCryptoKEMKey
  package let encapsulationKey: any MLKEMEncapsulationKey

  init(_ key: LibCryptoKEMKey) throws(CryptoError) {
    self.key = key
    let bytes = try key.parameter("pub", count: MLKEM1024.encapsulationKeySize)
    encapsulationKey = LibCryptoEncapsulationKey(bytes: bytes.withUnsafeBytes { Array($0) }, key: key)
  }

  package func expanded() throws(CryptoError) -> SecretBytes {
    try key.parameter("priv", count: MLKEM1024.expandedSize)
  }

  package func decapsulate(_ ciphertext: [UInt8]) throws(CryptoError) -> SecretBytes {
    guard ciphertext.count == MLKEM1024.ciphertextSize else { throw .incorrectParameterSize }
    return try key.decapsulate(ciphertext)
  }
}

package struct LibCryptoEncapsulationKey: MLKEMEncapsulationKey {
  package let bytes: [UInt8]
  let key: LibCryptoKEMKey

  package func encapsulate(
    randomness: SecretBytes
  ) throws(CryptoError) -> (sharedSecret: SecretBytes, ciphertext: [UInt8]) {
    guard randomness.count == KPKE.messageSize else { throw .incorrectParameterSize }
    return try key.encapsulate(randomness: randomness)
  }
}
