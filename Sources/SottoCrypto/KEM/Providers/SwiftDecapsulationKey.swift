import CCrypto
import CSodium

package struct SwiftDecapsulationKey: MLKEMDecapsulationKey, Redacted {
  private static let secretSize = PolynomialVector.stride

  private let key: SwiftEncapsulationKey
  /// ŝ as in memory, then z.
  private let memory: LockedSecret

  package var encapsulationKey: any MLKEMEncapsulationKey { key }

  /// Algorithm 16.
  init(seed: SecretBytes) {
    let d = seed[0..<32]
    let expanded = SecretBytes(count: 64) { output in
      var function = SHA3(.sha3_512)
      // k tells the parameter sets apart (algorithm 13).
      let k = [UInt8(PolynomialVector.count)]
      d.withUnsafeBytes { d in k.withUnsafeBytes { function.hash(d, $0, into: output) } }
    }
    self.init(matrixSeed: expanded[0..<32], noiseSeed: expanded[32..<64], rejectionSeed: seed[32..<64])
  }

  /// From ρ, σ and z, 32 bytes each: a check of constant time knows that ρ is public.
  package init(matrixSeed: SecretBytes, noiseSeed: SecretBytes, rejectionSeed: SecretBytes) {
    var key: KPKE.PublicKey?
    var encoded = [UInt8](repeating: 0, count: KPKE.publicKeySize)
    memory = LockedSecret(count: Self.secretSize + 32) { memory in
      key = encoded.withUnsafeMutableBytes { encoded in
        matrixSeed.withUnsafeBytes { matrixSeed in
          noiseSeed.withUnsafeBytes { noiseSeed in
            KPKE.generateKey(
              matrixSeed: matrixSeed, noiseSeed: noiseSeed, secret: PolynomialVector(memory), encoded: encoded)
          }
        }
      }
      rejectionSeed.withUnsafeBytes { z in
        UnsafeMutableRawBufferPointer(rebasing: memory[Self.secretSize...]).copyMemory(from: z)
      }
    }
    guard let key else { preconditionFailure("the memory was not filled") }
    self.key = SwiftEncapsulationKey(encoded, key)
  }

  /// ŝ ‖ ek ‖ H(ek) ‖ z, with the check of §7.3.
  init(expanded: SecretBytes) throws(CryptoError) {
    guard expanded.count == MLKEM1024.expandedSize else { throw .incorrectKeySize }
    let keyEnd = KPKE.vectorSize + MLKEM1024.encapsulationKeySize
    let parts = expanded.withUnsafeBytes { bytes in
      (key: Array(bytes[KPKE.vectorSize..<keyEnd]), hash: Array(bytes[keyEnd..<keyEnd + 32]))
    }
    key = try SwiftEncapsulationKey(parts.key)
    guard key.hash == parts.hash else { throw .invalidEncapsulationKey }
    memory = LockedSecret(count: Self.secretSize + 32) { memory in
      let vector = PolynomialVector(memory)
      expanded.withUnsafeBytes { bytes in
        for index in 0..<PolynomialVector.count {
          vector[index].decode(bytes.octets + index * Polynomial.encodedSize(bits: 12))
        }
        UnsafeMutableRawBufferPointer(rebasing: memory[Self.secretSize...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[(keyEnd + 32)...]))
      }
    }
  }

  package func expanded() -> SecretBytes {
    let encodedSecret = SecretBytes(count: KPKE.vectorSize) { output in
      withSecretVector { vector in
        for index in 0..<PolynomialVector.count {
          vector[index].encode(into: output.octets + index * Polynomial.encodedSize(bits: 12))
        }
      }
    }
    let z = memory[Self.secretSize..<Self.secretSize + 32]
    return .concatenation([
      encodedSecret, SecretBytes(copying: key.bytes), SecretBytes(copying: key.hash), z,
    ])
  }

  /// Algorithm 18. A ciphertext that is not what encryption under its own message gives yields J(z ‖ c) instead, in the
  /// same time.
  package func decapsulate(_ ciphertext: [UInt8]) throws(CryptoError) -> SecretBytes {
    guard ciphertext.count == KPKE.ciphertextSize else { throw .incorrectParameterSize }
    let message = SecretBytes(count: KPKE.messageSize) { output in
      ciphertext.withUnsafeBytes { ciphertext in
        withSecretVector { KPKE.decrypt(ciphertext, with: $0, into: output) }
      }
    }
    let derived = message.withUnsafeBytes { key.deriveKeyAndRandomness($0) }
    // For a forgery, this ciphertext would tell an attacker about the key.
    let again = SecretBytes(count: KPKE.ciphertextSize) { output in
      message.withUnsafeBytes { key.encrypt($0, derived, into: output) }
    }
    let rejection = rejectionSecret(ciphertext)
    // 0 when equal, else -1: all bits.
    let difference = again.withUnsafeBytes {
      UInt32(bitPattern: sodium_memcmp(ciphertext, $0.octets, ciphertext.count))
    }
    return Self.select(difference, rejection, else: derived)
  }

  private func rejectionSecret(_ ciphertext: [UInt8]) -> SecretBytes {
    SecretBytes(count: 32) { output in
      var function = SHA3(.shake256)
      memory.withUnsafeBytes { memory in
        let z = UnsafeRawBufferPointer(rebasing: memory[Self.secretSize...])
        ciphertext.withUnsafeBytes { function.hash(z, $0, into: output) }
      }
    }
  }

  /// The first 32 bytes of `first` where all bits of `mask` are set, of `second` where none is.
  private static func select(_ mask: UInt32, _ first: SecretBytes, else second: SecretBytes) -> SecretBytes {
    let mask = UInt8(truncatingIfNeeded: sotto_value_barrier(mask))
    return SecretBytes(count: MLKEM1024.sharedSecretSize) { output in
      first.withUnsafeBytes { first in
        second.withUnsafeBytes { second in
          for index in output.indices { output[index] = second[index] ^ (mask & (first[index] ^ second[index])) }
        }
      }
    }
  }

  private func withSecretVector<Result>(_ body: (PolynomialVector) -> Result) -> Result {
    memory.withUnsafeBytes { body(PolynomialVector(UnsafeMutableRawBufferPointer(mutating: $0))) }
  }
}
