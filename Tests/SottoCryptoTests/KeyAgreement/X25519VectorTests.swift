import SottoCrypto
import Testing
import TestSupport

struct X25519VectorTests {
  private typealias PrivateKey = Curve25519.KeyAgreement.PrivateKey
  private typealias PublicKey = Curve25519.KeyAgreement.PublicKey

  private struct Case: Decodable {
    let `public`, `private`, shared: HexBytes
    let flags: [String]?
    let result: Expectation?
  }

  private struct Table: Decodable {
    struct Iterated: Decodable {
      struct Result: Decodable {
        let n: Int
        let k: HexBytes
      }

      let results: [Result]
    }

    let tests: [Case]
    let iterated: Iterated
  }

  private func agree(_ scalar: [UInt8], _ point: [UInt8]) throws -> SharedSecret {
    try PrivateKey(rawRepresentation: SecretBytes(copying: scalar))
      .sharedSecretFromKeyAgreement(with: PublicKey(rawRepresentation: point))
  }

  @Test func rfc7748() throws {
    let table = try VectorFile.load("rfc/rfc7748_x25519.json", as: Table.self)
    for test in table.tests {
      #expect(try agree(test.private.bytes, test.public.bytes).secret == SecretBytes(copying: test.shared.bytes))
    }
    var (k, u) = (hex("09") + [UInt8](repeating: 0, count: 31), [UInt8]())
    u = k
    var reached = 0
    for step in 1...1000 {
      let result = try agree(k, u).secret.withUnsafeBytes { Array($0) }
      (u, k) = (k, result)
      for expected in table.iterated.results where expected.n == step {
        #expect(k == expected.k.bytes)
        reached += 1
      }
    }
    #expect((table.tests.count, reached) == (3, 2))
  }

  @Test func wycheproof() throws {
    var (agreed, zero) = (0, 0)
    for test in try Wycheproof<Case>.tests("x25519_test.json") {
      if test.flags?.contains("ZeroSharedSecret") == true {
        zero += 1
        #expect(throws: CryptoError.zeroSharedSecret) { try agree(test.private.bytes, test.public.bytes) }
      } else {
        agreed += 1
        #expect(try agree(test.private.bytes, test.public.bytes).secret == SecretBytes(copying: test.shared.bytes))
      }
    }
    #expect((agreed, zero) == (247, 18))
  }
}
