import SottoCrypto
import Testing
import TestSupport

/// Every vector, under each provider that this process has.
struct MLKEMVectorTests {
  struct Provider: Sendable, CustomTestStringConvertible {
    let provider: any MLKEMProvider
    var testDescription: String { provider.name }

    static let all = MLKEM1024.availableProviders.map(Provider.init)
  }

  // MARK: NIST ACVP

  private struct ACVP: Decodable {
    struct Group: Decodable {
      let function: String?
      let tests: [Case]
    }

    struct Case: Decodable {
      let d, z, ek, dk, m, c, k: HexBytes?
      let testPassed: Bool?
    }

    let testGroups: [Group]
  }

  @Test(arguments: Provider.all)
  func acvpKeyGeneration(_ provider: Provider) throws {
    let tests = try VectorFile.load("acvp/mlkem1024_keyGen.json", as: ACVP.self).testGroups.flatMap(\.tests)
    for test in tests {
      let seed = SecretBytes(copying: try #require(test.d).bytes + #require(test.z).bytes)
      let key = try provider.provider.decapsulationKey(seed: seed)
      #expect(try key.encapsulationKey.bytes == #require(test.ek).bytes)
      #expect(try key.expanded() == SecretBytes(copying: #require(test.dk).bytes))
    }
    #expect(tests.count == 25)
  }

  @Test(arguments: Provider.all)
  func acvpEncapsulationAndDecapsulation(_ provider: Provider) throws {
    let provider = provider.provider
    var counts = [String: Int]()
    for group in try VectorFile.load("acvp/mlkem1024_encapDecap.json", as: ACVP.self).testGroups {
      let function = try #require(group.function)
      for test in group.tests {
        counts[function, default: 0] += 1
        switch function {
        case "encapsulation":
          let key = try provider.encapsulationKey(#require(test.ek).bytes)
          let result = try key.encapsulate(randomness: SecretBytes(copying: #require(test.m).bytes))
          #expect(try result.ciphertext == #require(test.c).bytes)
          #expect(try result.sharedSecret == SecretBytes(copying: #require(test.k).bytes))
        case "decapsulation":
          let key = try provider.decapsulationKey(expanded: SecretBytes(copying: #require(test.dk).bytes))
          #expect(try key.decapsulate(#require(test.c).bytes) == SecretBytes(copying: #require(test.k).bytes))
        case "encapsulationKeyCheck":
          let key = try? provider.encapsulationKey(#require(test.ek).bytes)
          #expect((key != nil) == test.testPassed)
        default:
          let key = try? provider.decapsulationKey(expanded: SecretBytes(copying: #require(test.dk).bytes))
          #expect((key != nil) == test.testPassed)
        }
      }
    }
    #expect(
      counts == [
        "encapsulation": 25, "decapsulation": 10, "decapsulationKeyCheck": 6, "encapsulationKeyCheck": 6,
      ])
  }

  // MARK: Wycheproof

  private struct Case: Decodable {
    let tcId: Int
    let seed, ek, dk, m, c, K: HexBytes?
    let result: Expectation
  }

  @Test(arguments: Provider.all)
  func wycheproofKeyGeneration(_ provider: Provider) throws {
    let tests = try Wycheproof<Case>.tests("mlkem_1024_keygen_seed_test.json")
    for test in tests {
      let key = try provider.provider.decapsulationKey(seed: SecretBytes(copying: #require(test.seed).bytes))
      #expect(try key.encapsulationKey.bytes == #require(test.ek).bytes, "\(test.tcId)")
      #expect(try key.expanded() == SecretBytes(copying: #require(test.dk).bytes), "\(test.tcId)")
    }
    #expect(tests.count == 50)
  }

  @Test(arguments: Provider.all)
  func wycheproofEncapsulation(_ provider: Provider) throws {
    var (valid, invalid) = (0, 0)
    for test in try Wycheproof<Case>.tests("mlkem_1024_encaps_test.json") {
      let bytes = try #require(test.ek).bytes
      if test.result == .valid {
        valid += 1
        let key = try provider.provider.encapsulationKey(bytes)
        let result = try key.encapsulate(randomness: SecretBytes(copying: #require(test.m).bytes))
        #expect(try result.ciphertext == #require(test.c).bytes, "\(test.tcId)")
        #expect(try result.sharedSecret == SecretBytes(copying: #require(test.K).bytes), "\(test.tcId)")
      } else {
        invalid += 1
        #expect(throws: CryptoError.self, "\(test.tcId)") { try provider.provider.encapsulationKey(bytes) }
      }
    }
    #expect((valid, invalid) == (68, 68))
  }

  @Test(arguments: Provider.all)
  func wycheproofDecapsulation(_ provider: Provider) throws {
    var (valid, invalid) = (0, 0)
    for test in try Wycheproof<Case>.tests("mlkem_1024_test.json") {
      let seed = SecretBytes(copying: try #require(test.seed).bytes)
      let ciphertext = try #require(test.c).bytes
      if test.result == .valid {
        valid += 1
        let key = try MLKEM1024.PrivateKey(seed: seed, provider: provider.provider)
        #expect(try key.publicKey.rawRepresentation == #require(test.ek).bytes, "\(test.tcId)")
        #expect(
          try key.decapsulate(ciphertext).secret == SecretBytes(copying: #require(test.K).bytes), "\(test.tcId)")
      } else {
        invalid += 1
        #expect(throws: CryptoError.self, "\(test.tcId)") {
          try MLKEM1024.PrivateKey(seed: seed, provider: provider.provider).decapsulate(ciphertext)
        }
      }
    }
    #expect((valid, invalid) == (78, 20))
  }

  @Test(arguments: Provider.all)
  func wycheproofExpandedKeys(_ provider: Provider) throws {
    var (valid, invalid) = (0, 0)
    for test in try Wycheproof<Case>.tests("mlkem_1024_semi_expanded_decaps_test.json") {
      let expanded = SecretBytes(copying: try #require(test.dk).bytes)
      let ciphertext = try #require(test.c).bytes
      if test.result == .valid {
        valid += 1
        let secret = try provider.provider.decapsulationKey(expanded: expanded).decapsulate(ciphertext)
        #expect(try secret == SecretBytes(copying: #require(test.K).bytes), "\(test.tcId)")
      } else {
        invalid += 1
        #expect(throws: CryptoError.self, "\(test.tcId)") {
          try provider.provider.decapsulationKey(expanded: expanded).decapsulate(ciphertext)
        }
      }
    }
    #expect((valid, invalid) == (2, 3))
  }

  // MARK: C2SP CCTV

  private struct Modulus: Decodable {
    struct Patch: Decodable {
      let id, offset: Int
      let bytes: HexBytes
    }

    let baseEk: HexBytes
    let patches: [Patch]
  }

  @Test(arguments: Provider.all)
  func cctvModulus(_ provider: Provider) throws {
    let file = try VectorFile.load("cctv/mlkem1024_modulus.json", as: Modulus.self)
    _ = try provider.provider.encapsulationKey(file.baseEk.bytes)
    for patch in file.patches {
      var bytes = file.baseEk.bytes
      bytes.replaceSubrange(patch.offset..<patch.offset + 2, with: patch.bytes.bytes)
      #expect(throws: CryptoError.invalidEncapsulationKey, "\(patch.id)") {
        try provider.provider.encapsulationKey(bytes)
      }
    }
    #expect(file.patches.count == 520)
  }

  private struct Table: Decodable {
    struct Case: Decodable {
      let ek, dk, m, c, K: HexBytes?
    }

    let tests: [Case]
  }

  @Test(arguments: Provider.all)
  func cctvPrefixComparison(_ provider: Provider) throws {
    let tests = try VectorFile.load("cctv/mlkem1024_strcmp.json", as: Table.self).tests
    for test in tests {
      let key = try provider.provider.decapsulationKey(expanded: SecretBytes(copying: #require(test.dk).bytes))
      #expect(try key.decapsulate(#require(test.c).bytes) == SecretBytes(copying: #require(test.K).bytes))
    }
    #expect(tests.count == 1)
  }

  @Test(arguments: Provider.all)
  func cctvUnluckySampling(_ provider: Provider) throws {
    let tests = try VectorFile.load("cctv/mlkem1024_unluckysample.json", as: Table.self).tests
    for test in tests {
      let result = try provider.provider.encapsulationKey(#require(test.ek).bytes)
        .encapsulate(randomness: SecretBytes(copying: #require(test.m).bytes))
      #expect(try result.ciphertext == #require(test.c).bytes)
      #expect(try result.sharedSecret == SecretBytes(copying: #require(test.K).bytes))
      let key = try provider.provider.decapsulationKey(expanded: SecretBytes(copying: #require(test.dk).bytes))
      #expect(try key.decapsulate(#require(test.c).bytes) == SecretBytes(copying: #require(test.K).bytes))
    }
    #expect(tests.count == 1)
  }

  private struct Accumulated: Decodable {
    struct Result: Decodable {
      let n: Int
      let variant: String
      let digest: HexBytes

      enum CodingKeys: String, CodingKey {
        case n, variant
        case digest = "shake128_32"
      }
    }

    let results: [Result]
  }

  /// The longest run only in optimised builds: elsewhere it takes a minute.
  @Test(arguments: Provider.all)
  func cctvAccumulated(_ provider: Provider) throws {
    var checked = 0
    for expected in try VectorFile.load("cctv/mlkem1024_accumulated.json", as: Accumulated.self).results {
      guard expected.n <= longestRun else { continue }
      let digest = try accumulate(expected.n, withPrivateKeys: expected.variant == "A", provider.provider)
      #expect(digest == expected.digest.bytes, "\(expected.n) \(expected.variant)")
      checked += 1
    }
    #expect(checked == (longestRun == 100 ? 2 : 6))
  }

  private var longestRun: Int {
    #if DEBUG
      100
    #else
      10_000
    #endif
  }

  private func accumulate(
    _ count: Int, withPrivateKeys: Bool, _ provider: any MLKEMProvider
  ) throws -> [UInt8] {
    let pieceSize = 32 + 32 + 32 + MLKEM1024.ciphertextSize
    let input = shake128([], count: count * pieceSize)
    var transcript = [UInt8]()
    for piece in stride(from: 0, to: input.count, by: pieceSize) {
      let key = try provider.decapsulationKey(seed: SecretBytes(copying: Array(input[piece..<piece + 64])))
      let encapsulated = try key.encapsulationKey.encapsulate(
        randomness: SecretBytes(copying: Array(input[piece + 64..<piece + 96])))
      #expect(try key.decapsulate(encapsulated.ciphertext) == encapsulated.sharedSecret)
      let rejected = try key.decapsulate(Array(input[piece + 96..<piece + pieceSize]))
      transcript += key.encapsulationKey.bytes
      if withPrivateKeys { transcript += try key.expanded().bytes }
      transcript += encapsulated.ciphertext + encapsulated.sharedSecret.bytes + rejected.bytes
    }
    return shake128(transcript, count: 32)
  }

  private func shake128(_ message: [UInt8], count: Int) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: count)
    var hash = SHA3(.shake128)
    message.withUnsafeBytes { message in output.withUnsafeMutableBytes { hash.hash(message, into: $0) } }
    return output
  }
}

extension SecretBytes {
  /// A copy in ordinary memory, for vectors.
  var bytes: [UInt8] {
    withUnsafeBytes { Array($0) }
  }
}
