import SottoCrypto
import Testing

struct FieldArithmeticTests {
  private let q = Int(FieldArithmetic.q)

  /// FIPS 203 §4.2.1 with real numbers, for every input.
  @Test(arguments: [1, 5, 11])
  func compressionRoundsToTheNearest(bits d: Int) {
    var wrong = 0
    for x in 0..<q {
      let expected = Int((Double(x) * Double(1 << d) / Double(q)).rounded(.toNearestOrAwayFromZero)) % (1 << d)
      if Int(FieldArithmetic.compress(Int16(x), bits: d)) != expected { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: [1, 5, 11])
  func decompressionRoundsToTheNearest(bits d: Int) {
    var wrong = 0
    for y in 0..<1 << d {
      let expected = Int((Double(y) * Double(q) / Double(1 << d)).rounded(.toNearestOrAwayFromZero))
      let x = FieldArithmetic.decompress(UInt16(y), bits: d)
      if Int(x) != expected || FieldArithmetic.compress(x, bits: d) != UInt16(y) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test func reductionsKeepTheResidue() {
    var wrong = 0
    for a in Int(Int16.min)...Int(Int16.max) {
      let reduced = Int(FieldArithmetic.reduce(Int16(a)))
      if (reduced - a) % q != 0 || abs(reduced) > q / 2 { wrong += 1 }
    }
    for a in 1 - q..<q {
      let canonical = Int(FieldArithmetic.canonical(Int16(a)))
      if (canonical - a) % q != 0 || !(0..<q).contains(canonical) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test func productsCarryOneMontgomeryFactor() {
    var wrong = 0
    for a in stride(from: 1 - q, to: q, by: 7) {
      for b in [1 - q, -1664, -1, 0, 1, 2, 17, 1353, 1664, q - 1] {
        let product = Int(FieldArithmetic.multiply(Int16(a), Int16(b)))
        if (product * 65_536 - a * b) % q != 0 || abs(product) >= q { wrong += 1 }
        let reduced = Int(FieldArithmetic.montgomeryReduce(Int32(8 * a * b)))
        if (reduced * 65_536 - 8 * a * b) % q != 0 || abs(reduced) >= q { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }
}
