import CCrypto
import SottoCrypto
import Testing
import TestSupport

/// libcrypto's error queue belongs to the thread: what a refusal left there, TLS would take for a failure of its own.
struct ErrorQueueTests {
  private let random = SeededRandom(seed: 12)

  @Test func noRefusalLeavesAnError() {
    ERR_clear_error()
    let key = SymmetricKey.random(random)
    #expect(throws: CryptoError.self) { try AES.GCM.open(random.bytes(100), using: key) }
    #expect(ERR_peek_error() == 0)
    #expect(throws: CryptoError.self) {
      try P256.KeyAgreement.PublicKey(x963Representation: [4] + random.bytes(64))
    }
    #expect(ERR_peek_error() == 0)
    #expect(throws: CryptoError.self) {
      try P256.KeyAgreement.PrivateKey(rawRepresentation: SecretBytes(copying: .init(repeating: 0xFF, count: 32)))
    }
    #expect(ERR_peek_error() == 0)
    for provider in MLKEM1024.availableProviders {
      #expect(throws: CryptoError.self) { try provider.encapsulationKey(.init(repeating: 0xFF, count: 1568)) }
      #expect(throws: CryptoError.self) { try provider.decapsulationKey(expanded: random.secret(3168)) }
    }
    #expect(ERR_peek_error() == 0)
  }
}
