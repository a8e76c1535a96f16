import SottoCrypto
import Testing
import TestSupport

struct MLKEM1024Tests {
  private let random = SeededRandom(seed: 5)

  @Test(arguments: MLKEMVectorTests.Provider.all, MLKEMVectorTests.Provider.all)
  func eachProviderOpensWhatEachSeals(_ ours: MLKEMVectorTests.Provider, _ theirs: MLKEMVectorTests.Provider) throws {
    for _ in 0..<5 {
      let key = try MLKEM1024.PrivateKey(seed: random.secret(64), provider: ours.provider)
      let bytes = key.publicKey.rawRepresentation
      let peer = try MLKEM1024.PublicKey(rawRepresentation: bytes, provider: theirs.provider)
      let (secret, ciphertext) = try peer.encapsulate(random: random)
      #expect(ciphertext.count == MLKEM1024.ciphertextSize)
      #expect(secret.secret.count == MLKEM1024.sharedSecretSize)
      #expect(try key.decapsulate(ciphertext) == secret)
    }
  }

  @Test func theSeedIsTheWholeKey() throws {
    let seed = random.secret(64)
    let key = try MLKEM1024.PrivateKey(seed: seed)
    #expect(key.seed == seed)
    #expect(try MLKEM1024.PrivateKey(seed: key.seed).publicKey == key.publicKey)
    #expect(MLKEM1024.PrivateKey(random: random).publicKey != key.publicKey)
  }

  @Test func aForgeryGivesASecretThatIsAlwaysTheSame() throws {
    let key = MLKEM1024.PrivateKey(random: random)
    let (secret, ciphertext) = try key.publicKey.encapsulate(random: random)
    var seen = [secret]
    for index in [0, 1407, 1408, 1567] {
      var forged = ciphertext
      forged[index] ^= 0x10
      let rejected = try key.decapsulate(forged)
      #expect(try key.decapsulate(forged) == rejected)
      #expect(!seen.contains(rejected))
      seen.append(rejected)
    }
  }

  @Test(arguments: [0, 1, 63, 65, 1567, 1569, 3168])
  func everyOtherLengthIsRefused(count: Int) {
    let key = MLKEM1024.PrivateKey(random: random)
    let bytes = random.bytes(count)
    #expect(throws: CryptoError.incorrectKeySize) { try MLKEM1024.PrivateKey(seed: SecretBytes(copying: bytes)) }
    #expect(throws: CryptoError.incorrectKeySize) { try MLKEM1024.PublicKey(rawRepresentation: bytes) }
    #expect(throws: CryptoError.incorrectParameterSize) { try key.decapsulate(bytes) }
  }

  @Test func oneKeyServesManyThreads() async throws {
    let key = MLKEM1024.PrivateKey(random: random)
    let (secret, ciphertext) = try key.publicKey.encapsulate(random: random)
    try await withThrowingTaskGroup(of: SharedSecret.self) { group in
      for _ in 0..<8 { group.addTask { try key.decapsulate(ciphertext) } }
      for try await result in group { #expect(result == secret) }
    }
  }
}
