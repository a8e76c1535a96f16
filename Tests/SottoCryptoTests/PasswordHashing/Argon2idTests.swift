import SottoCrypto
import Testing
import TestSupport

struct Argon2idTests {
  private struct Table: Decodable {
    struct Case: Decodable {
      let password, salt, out: HexBytes
      let memoryKiB, iterations, size: Int
      let lanes: Int?
    }

    let tests: [Case]
  }

  @Test func valuesOfAnotherImplementation() throws {
    let tests = try VectorFile.load("oracle/argon2id_one_lane.json", as: Table.self).tests
    for test in tests {
      let output = try Argon2id.derive(
        password: SecretBytes(copying: test.password.bytes), salt: test.salt.bytes, memoryKiB: test.memoryKiB,
        iterations: test.iterations, count: test.size)
      #expect(output == SecretBytes(copying: test.out.bytes))
    }
    #expect(tests.count == 5)
  }

  /// If the published table ever gets a case of one lane, it has to be run.
  @Test func thePublishedTableHasFourLanesOnly() throws {
    let tests = try VectorFile.load("rfc/argon2id.json", as: Table.self).tests
    #expect(tests.map(\.lanes) == [4, 4, 4])
  }

  @Test(arguments: [
    (saltSize: 15, memoryKiB: 8, iterations: 1, count: 32), (saltSize: 17, memoryKiB: 8, iterations: 1, count: 32),
    (saltSize: 0, memoryKiB: 8, iterations: 1, count: 32), (saltSize: 16, memoryKiB: 7, iterations: 1, count: 32),
    (saltSize: 16, memoryKiB: -1, iterations: 1, count: 32), (saltSize: 16, memoryKiB: .max, iterations: 1, count: 32),
    (saltSize: 16, memoryKiB: 8, iterations: 0, count: 32), (saltSize: 16, memoryKiB: 8, iterations: .max, count: 32),
    (saltSize: 16, memoryKiB: 8, iterations: 1, count: 15), (saltSize: 16, memoryKiB: 8, iterations: 1, count: -1),
    (saltSize: 16, memoryKiB: 8, iterations: 1, count: .max),
  ])
  func costsAndSizesBeyondTheBoundsAreRefused(saltSize: Int, memoryKiB: Int, iterations: Int, count: Int) {
    #expect(throws: CryptoError.incorrectParameterSize) {
      try Argon2id.derive(
        password: SecretBytes(copying: [1]), salt: .init(repeating: 2, count: saltSize), memoryKiB: memoryKiB,
        iterations: iterations, count: count)
    }
  }
}
