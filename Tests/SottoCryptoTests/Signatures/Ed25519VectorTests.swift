import SottoCrypto
import Testing

struct Ed25519VectorTests {
  private struct Signing: Decodable {
    struct Case: Decodable {
      let seed, `public`, msg, sig: HexBytes
    }

    let tests: [Case]
  }

  private struct Verifying: Decodable {
    struct Group: Decodable {
      struct Key: Decodable {
        let pk: HexBytes
      }

      struct Case: Decodable {
        let tcId: Int
        let msg, sig: HexBytes
        let result: Expectation
      }

      let publicKey: Key
      let tests: [Case]
    }

    let testGroups: [Group]
  }

  @Test func signing() throws {
    let tests = try VectorFile.load("rfc/ed25519_sign.json", as: Signing.self).tests
    for test in tests {
      let key = try Curve25519.Signing.PrivateKey(rawRepresentation: SecretBytes(copying: test.seed.bytes))
      #expect(key.publicKey.rawRepresentation == test.public.bytes)
      #expect(key.signature(for: test.msg.bytes) == test.sig.bytes)
      #expect(key.publicKey.isValidSignature(test.sig.bytes, for: test.msg.bytes))
    }
    #expect(tests.count == 67)
  }

  @Test func wycheproof() throws {
    var (valid, invalid) = (0, 0)
    for group in try VectorFile.load("wycheproof/ed25519_test.json", as: Verifying.self).testGroups {
      let key = try Curve25519.Signing.PublicKey(rawRepresentation: group.publicKey.pk.bytes)
      for test in group.tests {
        let isValid = key.isValidSignature(test.sig.bytes, for: test.msg.bytes)
        #expect(isValid == (test.result == .valid), "\(test.tcId)")
        if isValid { valid += 1 } else { invalid += 1 }
      }
    }
    #expect((valid, invalid) == (47, 33))
  }
}
