import SottoCrypto
import Testing
import TestSupport

struct Ed25519Tests {
  private let random = SeededRandom(seed: 4)

  @Test func aSignatureIsValidForItsMessageAndKeyOnly() throws {
    let key = Curve25519.Signing.PrivateKey(random: random)
    let signature = key.signature(for: [1, 2, 3])
    #expect(signature.count == Curve25519.Signing.PublicKey.signatureSize)
    #expect(key.publicKey.isValidSignature(signature, for: [1, 2, 3]))
    #expect(!key.publicKey.isValidSignature(signature, for: [1, 2]))
    #expect(!Curve25519.Signing.PrivateKey(random: random).publicKey.isValidSignature(signature, for: [1, 2, 3]))
    let again = try Curve25519.Signing.PrivateKey(rawRepresentation: key.rawRepresentation)
    #expect(again.publicKey == key.publicKey)
    #expect(again.signature(for: [1, 2, 3]) == signature)
  }

  @Test func everyChangedBitIsRefused() {
    let key = Curve25519.Signing.PrivateKey(random: random)
    let signature = key.signature(for: [])
    for bit in stride(from: 0, to: signature.count * 8, by: 5) {
      var changed = signature
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!key.publicKey.isValidSignature(changed, for: []))
    }
  }

  @Test func signaturesOfAnotherLengthAreRefused() {
    let key = Curve25519.Signing.PrivateKey(random: random)
    let signature = key.signature(for: [5])
    for wrong in [[], Array(signature.dropLast()), signature + [0]] {
      #expect(!key.publicKey.isValidSignature(wrong, for: [5]))
    }
  }
}
