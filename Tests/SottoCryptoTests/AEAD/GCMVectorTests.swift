import SottoCrypto
import Testing

struct GCMVectorTests {
  private struct Case: Decodable {
    let tcId: Int
    let key, iv, aad, msg, ct, tag: HexBytes
    let result: Expectation
  }

  @Test func wycheproof() throws {
    var (valid, invalid, otherNonce) = (0, 0, 0)
    for test in try Wycheproof<Case>.tests("aes_gcm_test.json") {
      let key = try SymmetricKey(SecretBytes(copying: test.key.bytes))
      let sealed = test.ct.bytes + test.tag.bytes
      guard test.iv.bytes.count == AES.GCM.nonceSize else {
        otherNonce += 1
        #expect(throws: CryptoError.incorrectParameterSize) {
          try AES.GCM.open(ciphertextAndTag: sealed, using: key, nonce: test.iv.bytes, authenticating: test.aad.bytes)
        }
        continue
      }
      let box = test.iv.bytes + sealed
      if test.result == .valid {
        valid += 1
        #expect(try AES.GCM.open(box, using: key, authenticating: test.aad.bytes) == test.msg.bytes, "\(test.tcId)")
        let again = try AES.GCM.seal(
          test.msg.bytes, using: key, nonce: test.iv.bytes, authenticating: test.aad.bytes)
        #expect(again == sealed, "\(test.tcId)")
      } else {
        invalid += 1
        #expect(throws: CryptoError.authenticationFailure, "\(test.tcId)") {
          try AES.GCM.open(box, using: key, authenticating: test.aad.bytes)
        }
      }
    }
    #expect((valid, invalid, otherNonce) == (20, 14, 20))
  }
}
