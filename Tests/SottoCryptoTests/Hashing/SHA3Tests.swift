import SottoCrypto
import Testing

/// The functions of FIPS 202 that ML-KEM is made of.
struct SHA3Tests {
  private struct Table: Decodable {
    struct Case: Decodable {
      let msg, out: HexBytes
      let outLen: Int
    }

    let tests: [Case]
  }

  @Test(arguments: [
    ("sha3_256_short", SHA3.Function.sha3_256, 69), ("sha3_512_short", .sha3_512, 37),
    ("shake128_short", .shake128, 57), ("shake256_short", .shake256, 46),
    ("shake128_variableOut", .shake128, 71), ("shake256_variableOut", .shake256, 93),
  ])
  func nist(file: String, function: SHA3.Function, count: Int) throws {
    let tests = try VectorFile.load("sha3/\(file).json", as: Table.self).tests
    var hash = SHA3(function)
    for test in tests {
      var output = [UInt8](repeating: 0, count: test.outLen)
      // In two parts, as ML-KEM does.
      let (first, second) = (test.msg.bytes.dropLast(5), test.msg.bytes.suffix(5))
      first.withUnsafeBytes { first in
        second.withUnsafeBytes { second in output.withUnsafeMutableBytes { hash.hash(first, second, into: $0) } }
      }
      #expect(output == test.out.bytes)
    }
    #expect(tests.count == count)
  }
}
