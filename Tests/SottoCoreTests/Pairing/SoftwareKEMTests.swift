import SottoCore
import SottoCrypto
import TestSupport
import Testing

@Suite struct SoftwareKEMTests {
  private let provider = SoftwareKEM()

  @Test func bothEndsHaveOneSecret() throws {
    let key = try provider.makeEphemeral(random: SeededRandom(seed: 1))
    #expect(key.encapsulationKey.count == QuantumKeyMaterial.encapsulationKeySize)
    let (secret, ciphertext) = try provider.encapsulate(
      to: key.encapsulationKey, random: SeededRandom(seed: 2))
    #expect(ciphertext.count == QuantumKeyMaterial.ciphertextSize)
    #expect(secret.count == QuantumKeyMaterial.secretSize)
    #expect(try key.decapsulate(ciphertext, by: provider) == secret)
  }

  @Test func aKeyThatIsNoneIsRefused() {
    #expect(throws: KEMError.invalidEncapsulationKey) {
      try provider.encapsulate(to: [UInt8](repeating: 0xFF, count: 1_568), random: SeededRandom(seed: 1))
    }
  }

  @Test func aHandleOfAnotherProviderIsRefused() {
    #expect(throws: KEMError.keyUnavailable) {
      try provider.decapsulate(
        [UInt8](repeating: 0, count: 1_568), handle: SecretBytes(copying: [1, 2, 3]))
    }
  }

  @Test func aHybridPairing() throws {
    var pair = try PairingPair(inviterKEM: provider, joinerKEM: provider)
    let (inviter, joiner) = try pair.run()
    #expect(inviter.quantum != nil)
    #expect(inviter.quantum == joiner.quantum)
  }
}
