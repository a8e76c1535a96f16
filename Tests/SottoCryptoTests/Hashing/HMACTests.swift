import SottoCrypto
import Testing
import TestSupport

struct HMACTests {
  private struct Case: Decodable {
    let key, msg, tag: HexBytes
    let result: Expectation?
  }

  private struct Table: Decodable {
    let tests: [Case]
  }

  @Test func rfc4231() throws {
    let tests = try VectorFile.load("rfc/rfc4231_hmac_sha256.json", as: Table.self).tests
    for test in tests {
      let key = SecretBytes(copying: test.key.bytes)
      #expect(HMAC.authenticationCode(for: test.msg.bytes, using: key) == test.tag.bytes)
    }
    #expect(tests.count == 6)
  }

  /// Some of the tags are the first half only; Sotto has no such codes, so those are compared by hand.
  @Test func wycheproof() throws {
    var (whole, half) = (0, 0)
    for test in try Wycheproof<Case>.tests("hmac_sha256_test.json") {
      let key = SecretBytes(copying: test.key.bytes)
      let code = HMAC.authenticationCode(for: test.msg.bytes, using: key)
      if test.tag.bytes.count == HMAC.codeSize {
        whole += 1
        #expect(HMAC.isValid(test.tag.bytes, for: test.msg.bytes, using: key) == (test.result == .valid))
      } else {
        half += 1
        #expect(!HMAC.isValid(test.tag.bytes, for: test.msg.bytes, using: key))
        #expect((Array(code[..<16]) == test.tag.bytes) == (test.result == .valid))
      }
    }
    #expect((whole, half) == (45, 45))
  }

  @Test func anEmptyKeyIsAKey() {
    // RFC 2104: keys are padded with zeros.
    let empty = HMAC.authenticationCode(for: [1], using: SecretBytes(copying: []))
    #expect(empty == HMAC.authenticationCode(for: [1], using: SecretBytes(copying: .init(repeating: 0, count: 64))))
  }

  @Test func onlyTheWholeCodeIsValid() {
    let key = SeededRandom(seed: 6).secret(32)
    let code = HMAC.authenticationCode(for: [1, 2], using: key)
    #expect(HMAC.isValid(code, for: [1, 2], using: key))
    #expect(!HMAC.isValid(code, for: [1, 3], using: key))
    #expect(!HMAC.isValid([], for: [1, 2], using: key))
    #expect(!HMAC.isValid(Array(code.dropLast()), for: [1, 2], using: key))
    #expect(!HMAC.isValid(code + [0], for: [1, 2], using: key))
  }
}
