import CCrypto

/// An ML-KEM-1024 key inside libcrypto.
final class LibCryptoKEMKey: @unchecked Sendable {
  // Not changed after the initialiser; libcrypto allows many threads to use one key.
  private let pointer: OpaquePointer

  /// From the value of one of libcrypto's key parameters: `seed`, `priv` or `pub`.
  init(parameter: String, isPrivate: Bool, _ value: SecretBytes) throws(CryptoError) {
    let key = value.withUnsafeBytes {
      sotto_kem_key("ML-KEM-1024", parameter, isPrivate, $0.octets, $0.count)
    }
    guard let key else {
      LibCrypto.clearErrors()
      throw .invalidEncapsulationKey
    }
    pointer = key
  }

  deinit {
    EVP_PKEY_free(pointer)
  }

  func parameter(_ name: String, count: Int) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: count) { (output) throws(CryptoError) in
      var written = 0
      guard
        EVP_PKEY_get_octet_string_param(pointer, name, output.octets, count, &written) == 1, written == count
      else {
        LibCrypto.clearErrors()
        throw .backendFailure
      }
    }
  }

  func encapsulate(
    randomness: SecretBytes
  ) throws(CryptoError) -> (sharedSecret: SecretBytes, ciphertext: [UInt8]) {
    var ciphertext = [UInt8](repeating: 0, count: MLKEM1024.ciphertextSize)
    let secret = try SecretBytes(count: MLKEM1024.sharedSecretSize) { (output) throws(CryptoError) in
      let status = randomness.withUnsafeBytes {
        sotto_kem_encapsulate(
          pointer, $0.octets, $0.count, &ciphertext, ciphertext.count, output.octets, output.count)
      }
      guard status else {
        LibCrypto.clearErrors()
        throw .backendFailure
      }
    }
    return (secret, ciphertext)
  }

  func decapsulate(_ ciphertext: [UInt8]) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: MLKEM1024.sharedSecretSize) { (output) throws(CryptoError) in
      guard sotto_kem_decapsulate(pointer, ciphertext, ciphertext.count, output.octets, output.count) else {
        LibCrypto.clearErrors()
        throw .backendFailure
      }
    }
  }
}
