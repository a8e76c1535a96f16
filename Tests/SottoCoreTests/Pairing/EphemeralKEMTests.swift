import SottoCore
import SottoCrypto
import TestSupport
import Testing

@Suite struct EphemeralKEMTests {
  @Test func oneDecapsulationWhoeverHoldsTheKey() throws {
    let provider = FakeKEM()
    let key = try provider.makeEphemeral(random: SeededRandom(seed: 1))
    let (secret, ciphertext) = try provider.encapsulate(
      to: key.encapsulationKey, random: SeededRandom(seed: 2))
    let copy = key
    #expect(try key.decapsulate(ciphertext, by: provider) == secret)
    #expect(throws: KEMError.keyUnavailable) { try copy.decapsulate(ciphertext, by: provider) }
    #expect(provider.decapsulations == 1)
  }

  /// The private half is erased even where the provider fails.
  @Test func aFailedDecapsulationUsesTheKeyUp() throws {
    let key = try FakeKEM().makeEphemeral(random: SeededRandom(seed: 1))
    #expect(throws: KEMError.providerFailure) { try key.decapsulate([], by: BrokenKEM()) }
    #expect(throws: KEMError.keyUnavailable) { try key.decapsulate([], by: FakeKEM()) }
  }
}

/// A secure element that has gone.
struct BrokenKEM: KEMProvider {
  func makeEphemeral(random: any RandomSource) throws(KEMError) -> EphemeralKEM { throw .providerFailure }

  func encapsulate(
    to encapsulationKey: [UInt8], random: any RandomSource
  ) throws(KEMError) -> (secret: SecretBytes, ciphertext: [UInt8]) {
    throw .providerFailure
  }

  func decapsulate(_ ciphertext: [UInt8], handle: SecretBytes) throws(KEMError) -> SecretBytes {
    throw .providerFailure
  }
}
