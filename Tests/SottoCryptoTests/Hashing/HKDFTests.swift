import SottoCrypto
import Testing
import TestSupport

struct HKDFTests {
  private struct Case: Decodable {
    let ikm, salt, info: HexBytes
    let size: Int
    let prk: HexBytes?
    let okm: HexBytes?
    let result: Expectation?
  }

  private struct Table: Decodable {
    let tests: [Case]
  }

  @Test func rfc5869() throws {
    let tests = try VectorFile.load("rfc/rfc5869_hkdf_sha256.json", as: Table.self).tests
    for test in tests {
      let input = SecretBytes(copying: test.ikm.bytes)
      let prk = HKDF.extract(input: input, salt: test.salt.bytes)
      #expect(prk.secret == SecretBytes(copying: try #require(test.prk).bytes))
      let expected = SecretBytes(copying: try #require(test.okm).bytes)
      #expect(try HKDF.expand(prk.secret, info: test.info.bytes, count: test.size) == expected)
      #expect(HKDF.derive(input: input, salt: test.salt.bytes, info: test.info.bytes, count: test.size) == expected)
    }
    #expect(tests.count == 3)
  }

  @Test func wycheproof() throws {
    var (valid, invalid) = (0, 0)
    for test in try Wycheproof<Case>.tests("hkdf_sha256_test.json") {
      let input = SecretBytes(copying: test.ikm.bytes)
      let prk = HKDF.extract(input: input, salt: test.salt.bytes)
      if test.result == .valid {
        valid += 1
        let output = try HKDF.expand(prk.secret, info: test.info.bytes, count: test.size)
        #expect(output == SecretBytes(copying: try #require(test.okm).bytes))
      } else {
        invalid += 1
        #expect(throws: CryptoError.incorrectParameterSize) {
          try HKDF.expand(prk.secret, info: test.info.bytes, count: test.size)
        }
      }
    }
    #expect((valid, invalid) == (45, 2))
  }

  @Test func aKeyIsTheFirst32Bytes() {
    let input = SeededRandom(seed: 7).secret(48)
    let key = HKDF.deriveKey(input: input, salt: [1], info: [2])
    #expect(key.secret == HKDF.derive(input: input, salt: [1], info: [2], count: 100)[0..<32])
  }

  @Test(arguments: [-1, HKDF.maximumOutput + 1, Int.max, Int.min])
  func outputsBeyondTheBoundsAreRefused(count: Int) {
    let key = SeededRandom(seed: 8).secret(32)
    #expect(throws: CryptoError.incorrectParameterSize) { try HKDF.expand(key, info: [], count: count) }
  }
}
