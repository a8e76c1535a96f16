import SottoCrypto
import Testing
import TestSupport

/// What is shared below, algorithms and templates of libcrypto, serves all threads at once.
struct ConcurrencyTests {
  private struct Work: Sendable {
    let key: SymmetricKey
    let p256: P256.KeyAgreement.PrivateKey
    let x25519: Curve25519.KeyAgreement.PrivateKey
    let signing: Curve25519.Signing.PrivateKey

    init(seed: UInt64) {
      let random = SeededRandom(seed: seed)
      key = .random(random)
      p256 = .init(random: random)
      x25519 = .init(random: random)
      signing = .init(random: random)
    }

    /// The same for the same seed.
    func run() throws -> [[UInt8]] {
      let message = HMAC.authenticationCode(for: [1, 2, 3], using: key)
      let derived = HKDF.deriveKey(input: key.secret, salt: message, info: [4])
      let sealed = try AES.GCM.seal(message, using: derived, nonce: Array(message[..<12]))
      let points = try p256.sharedSecretFromKeyAgreement(with: p256.publicKey)
      let strings = try x25519.sharedSecretFromKeyAgreement(with: x25519.publicKey)
      return [
        message, sealed, try AES.GCM.open(ciphertextAndTag: sealed, using: derived, nonce: Array(message[..<12])),
        HKDF.deriveKey(input: points, salt: [], info: []).secret.bytes, strings.secret.bytes,
        signing.signature(for: message), SHA256.hash(message, sealed),
      ]
    }
  }

  @Test func resultsAreThoseOfOneThread() async throws {
    let works = (0..<16).map { Work(seed: UInt64($0)) }
    let expected = try works.map { try $0.run() }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for (work, expected) in zip(works, expected) {
        group.addTask { try (0..<20).allSatisfy { _ in try work.run() == expected } }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }
}
