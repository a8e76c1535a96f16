import SottoCrypto
import Testing
import TestSupport

struct PolynomialTests {
  private let q = Int(FieldArithmetic.q)

  private func fill(_ polynomial: Polynomial, seed: UInt64) -> [Int] {
    var random = SeededRandom(seed: seed)
    let values = (0..<Polynomial.count).map { _ in Int.random(in: 0..<q, using: &random) }
    for (index, value) in values.enumerated() { polynomial.coefficients[index] = Int16(value) }
    return values
  }

  /// In 0 ..< q.
  private func values(_ polynomial: Polynomial) -> [Int] {
    (0..<Polynomial.count).map { (Int(polynomial.coefficients[$0]) % q + q) % q }
  }

  @Test func theProductOfTransformsIsThatOfThePolynomials() {
    ScratchPolynomials.with(count: 11) { scratch in
      // Only the first polynomial of each vector is not zero.
      let (left, right) = (scratch.vector(at: 0), scratch.vector(at: 4))
      let (a, b) = (fill(left[0], seed: 1), fill(right[0], seed: 2))
      left.transform()
      right.transform()
      right.prepareFactor(scratch[8].coefficients)
      PolynomialVector.product(
        left.coefficients, stride: 1, right, scratch[8].coefficients, into: scratch[10])
      scratch[10].inverseTransform()

      // X²⁵⁶ = -1.
      var expected = [Int](repeating: 0, count: Polynomial.count)
      for i in a.indices {
        for j in b.indices {
          let sign = i + j < Polynomial.count ? 1 : -1
          expected[(i + j) % Polynomial.count] += sign * a[i] * b[j] % q
        }
      }
      #expect(values(scratch[10]) == expected.map { ($0 % q + q) % q })
    }
  }

  @Test func theEncodingIsRead() {
    ScratchPolynomials.with(count: 2) { scratch in
      let expected = fill(scratch[0], seed: 3)
      var bytes = [UInt8](repeating: 0, count: 384)
      scratch[0].encode(into: &bytes)
      scratch[1].decode(bytes)
      #expect(values(scratch[1]) == expected)
      #expect(scratch[1].isReduced)
    }
  }

  /// ByteEncode₁₂ by the bits (FIPS 203 algorithm 5).
  @Test func theEncodingIsLittleEndian() {
    ScratchPolynomials.with(count: 1) { scratch in
      let expected = fill(scratch[0], seed: 4)
      var bytes = [UInt8](repeating: 0, count: 384)
      scratch[0].encode(into: &bytes)
      for (index, value) in expected.enumerated() {
        let bits = (0..<12).reduce(0) { sum, bit in
          let position = 12 * index + bit
          return sum | Int(bytes[position / 8] >> UInt8(position % 8) & 1) << bit
        }
        #expect(bits == value)
      }
    }
  }

  @Test func oneCoefficientOfQIsNotReduced() {
    ScratchPolynomials.with(count: 1) { scratch in
      for index in [0, 100, 255] {
        _ = fill(scratch[0], seed: 5)
        scratch[0].coefficients[index] = FieldArithmetic.q
        #expect(!scratch[0].isReduced)
      }
    }
  }

  @Test func aMessageSurvivesItsEncoding() {
    ScratchPolynomials.with(count: 1) { scratch in
      let message = SeededRandom(seed: 6).bytes(32)
      scratch[0].decompressMessage(message)
      var again = [UInt8](repeating: 0, count: 32)
      scratch[0].compressMessage(into: &again)
      #expect(again == message)
    }
  }
}
