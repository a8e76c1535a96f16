import SottoCore
import SottoCrypto
import Synchronization

/// A KEM without security: the ciphertext is random, the secret a hash of it and the public key. Real ML-KEM is slow
/// without optimisation; what a pairing does with a KEM shows on this one. Counts its decapsulations.
final class FakeKEM: KEMProvider {
  private let count = Mutex(0)

  var decapsulations: Int { count.withLock { $0 } }

  func makeEphemeral(random: any RandomSource) throws(KEMError) -> EphemeralKEM {
    let handle = random.secret(64)
    return EphemeralKEM(handle: handle, encapsulationKey: publicKey(handle))
  }

  func encapsulate(
    to encapsulationKey: [UInt8], random: any RandomSource
  ) throws(KEMError) -> (secret: SecretBytes, ciphertext: [UInt8]) {
    guard encapsulationKey.first != 0xFF else { throw .invalidEncapsulationKey }
    let ciphertext = random.bytes(1_568)
    return (secret(encapsulationKey, ciphertext), ciphertext)
  }

  func decapsulate(_ ciphertext: [UInt8], handle: SecretBytes) throws(KEMError) -> SecretBytes {
    count.withLock { $0 += 1 }
    return secret(publicKey(handle), ciphertext)
  }

  private func publicKey(_ handle: SecretBytes) -> [UInt8] {
    [0] + HKDF.derive(input: handle, salt: [], info: [], count: 1_567).withUnsafeBytes { [UInt8]($0) }
  }

  private func secret(_ key: [UInt8], _ ciphertext: [UInt8]) -> SecretBytes {
    SecretBytes(copying: SHA256.hash(key, ciphertext))
  }
}
