import SottoCrypto
import Testing
import TestSupport

struct MLKEM1024Tests {
  private let random = SeededRandom(seed: 5)

  @Test(arguments: MLKEM1024.availableProviders.indices)
  func bothSidesGetOneSecret(provider: Int) throws {
    let provider = MLKEM1024.availableProviders[provider]
    for _ in 0..<5 {
      let key = try MLKEM1024.PrivateKey(seed: random.secret(64), provider: provider)
      let peer = try MLKEM1024.PublicKey(rawRepresentation: key.publicKey.rawRepresentation, provider: provider)
      let (secret, ciphertext) = try peer.encapsulate(random: random)
      #expect(ciphertext.count == MLKEM1024.ciphertextSize)
      #expect(secret.secret.count == MLKEM1024.sharedSecretSize)
      #expect(try key.decapsulate(ciphertext) == secret)
    }
  }
}
