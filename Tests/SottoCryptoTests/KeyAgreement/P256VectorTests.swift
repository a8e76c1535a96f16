import SottoCrypto
import Testing
import TestSupport

struct P256VectorTests {
  private struct Case: Decodable {
    let tcId: Int
    let `public`, `private`, shared: HexBytes
    let result: Expectation
  }

  @Test func wycheproofPoints() throws {
    try #expect(run("ecdh_secp256r1_ecpoint_test.json") { $0 } == Counts(agreed: 166, refused: 14))
  }

  /// Public keys in DER. Sotto reads points only, so the test strips the one encoding of an uncompressed point on the
  /// named curve, and passes on whole what begins otherwise.
  @Test func wycheproofSubjectPublicKeyInfo() throws {
    let header = hex("3059301306072a8648ce3d020106082a8648ce3d030107034200")
    let counts = try run("ecdh_secp256r1_test.json") { bytes in
      bytes.starts(with: header) ? Array(bytes.dropFirst(header.count)) : bytes
    }
    #expect(counts == Counts(agreed: 166, refused: 147))
  }

  private struct Counts: Equatable {
    var agreed = 0
    var refused = 0
  }

  private func run(_ file: String, point: ([UInt8]) -> [UInt8]) throws -> Counts {
    var counts = Counts()
    for test in try Wycheproof<Case>.tests(file) {
      let key = try P256.KeyAgreement.PrivateKey(rawRepresentation: scalar(test.private.bytes))
      let secret: SharedSecret
      do {
        let peer = try P256.KeyAgreement.PublicKey(x963Representation: point(test.public.bytes))
        secret = try key.sharedSecretFromKeyAgreement(with: peer)
      } catch {
        #expect(test.result != .valid, "\(test.tcId)")
        counts.refused += 1
        continue
      }
      #expect(test.result != .invalid, "\(test.tcId)")
      #expect(secret.secret == SecretBytes(copying: test.shared.bytes), "\(test.tcId)")
      counts.agreed += 1
    }
    return counts
  }

  /// A DER integer as 32 bytes.
  private func scalar(_ integer: [UInt8]) -> SecretBytes {
    let digits = integer.drop { $0 == 0 }
    return SecretBytes(copying: [UInt8](repeating: 0, count: 32 - digits.count) + digits)
  }
}
