import SottoCrypto
import Testing
import TestSupport

struct KeyAgreementTests {
  private let random = SeededRandom(seed: 3)

  @Test func bothSidesAgreeOnP256() throws {
    let a = P256.KeyAgreement.PrivateKey(random: random)
    let b = P256.KeyAgreement.PrivateKey(random: random)
    #expect(try a.sharedSecretFromKeyAgreement(with: b.publicKey) == b.sharedSecretFromKeyAgreement(with: a.publicKey))
    #expect(try P256.KeyAgreement.PrivateKey(rawRepresentation: a.rawRepresentation).publicKey == a.publicKey)
    #expect(try P256.KeyAgreement.PublicKey(x963Representation: a.publicKey.x963Representation) == a.publicKey)
  }

  @Test func bothSidesAgreeOnX25519() throws {
    let a = Curve25519.KeyAgreement.PrivateKey(random: random)
    let b = Curve25519.KeyAgreement.PrivateKey(random: random)
    #expect(try a.sharedSecretFromKeyAgreement(with: b.publicKey) == b.sharedSecretFromKeyAgreement(with: a.publicKey))
    #expect(try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: a.rawRepresentation).publicKey == a.publicKey)
  }

  @Test func pointsThatAreNotOnP256AreRefused() {
    let key = P256.KeyAgreement.PrivateKey(random: random).publicKey.x963Representation
    var offCurve = key
    offCurve[64] ^= 1
    var hybrid = key
    hybrid[0] = 0x06 | key[64] & 1
    let beyondField = [0x04] + [UInt8](repeating: 0xFF, count: 64)
    let zeros = [UInt8](repeating: 0, count: 65)
    for bad in [offCurve, hybrid, beyondField, zeros, [0x04] + zeros.dropLast()] {
      #expect(throws: CryptoError.invalidPoint) { try P256.KeyAgreement.PublicKey(x963Representation: bad) }
    }
  }

  @Test func keysOfAnotherLengthAreRefused() {
    for count in [0, 1, 31, 33, 64, 66, 1000] {
      let bytes = [UInt8](repeating: 4, count: count)
      let secret = SecretBytes(copying: bytes)
      #expect(throws: CryptoError.incorrectKeySize) { try P256.KeyAgreement.PublicKey(x963Representation: bytes) }
      #expect(throws: CryptoError.incorrectKeySize) { try P256.KeyAgreement.PrivateKey(rawRepresentation: secret) }
      #expect(throws: CryptoError.incorrectKeySize) { try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes) }
      #expect(throws: CryptoError.incorrectKeySize) {
        try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret)
      }
      #expect(throws: CryptoError.incorrectKeySize) { try Curve25519.Signing.PublicKey(rawRepresentation: bytes) }
      #expect(throws: CryptoError.incorrectKeySize) { try Curve25519.Signing.PrivateKey(rawRepresentation: secret) }
      #expect(throws: CryptoError.incorrectKeySize) { try SymmetricKey(secret) }
    }
  }

  @Test func scalarsOutsideTheOrderOfP256AreRefused() throws {
    let order = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    var largest = order
    largest[31] -= 1
    for bad in [[UInt8](repeating: 0, count: 32), order, [UInt8](repeating: 0xFF, count: 32)] {
      #expect(throws: CryptoError.invalidPoint) {
        try P256.KeyAgreement.PrivateKey(rawRepresentation: SecretBytes(copying: bad))
      }
    }
    _ = try P256.KeyAgreement.PrivateKey(rawRepresentation: SecretBytes(copying: largest))
  }

  @Test func x25519KeysOfSmallOrderAreRefused() throws {
    let key = Curve25519.KeyAgreement.PrivateKey(random: random)
    // The points of order 1, 2, 4 and 8 (RFC 7748 §6.1), those of order 8 as cr.yp.to/ecdh.html lists them.
    let points = [
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
      "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ]
    for point in points {
      #expect(throws: CryptoError.zeroSharedSecret) {
        try key.sharedSecretFromKeyAgreement(with: .init(rawRepresentation: hex(point)))
      }
    }
  }
}
