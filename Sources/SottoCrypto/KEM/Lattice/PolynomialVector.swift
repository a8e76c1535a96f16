/// A view of k = 4 polynomials, one after the other in memory that another owns.
package struct PolynomialVector {
  package static let count = 4
  /// Bytes of one vector in memory.
  static let stride = count * Polynomial.stride

  package let coefficients: UnsafeMutablePointer<Int16>

  /// The vector that begins with the `index`th polynomial in `memory`.
  init(_ memory: UnsafeMutableRawBufferPointer, index: Int = 0) {
    precondition(memory.count >= index * Polynomial.stride + Self.stride)
    coefficients = Polynomial(memory, index: index).coefficients
  }

  package subscript(index: Int) -> Polynomial {
    Polynomial(
      UnsafeMutableRawBufferPointer(start: coefficients, count: Self.stride), index: index)
  }

  package func transform() {
    for index in 0..<Self.count { self[index].transform() }
  }

  /// For use as the second factor of `product`: the odd coefficients times the modulus of their pair, X² - γ
  /// (FIPS 203 algorithm 12). `cache` has room for half a vector.
  package func prepareFactor(_ cache: UnsafeMutablePointer<Int16>) {
    let factors = TwiddleFactors.values + 64
    for polynomial in 0..<Self.count {
      let odd = coefficients + polynomial * Polynomial.count
      let target = cache + polynomial * (Polynomial.count / 2)
      for index in 0..<64 {
        let gamma = factors[index]
        target[2 &* index] = FieldArithmetic.multiply(odd[4 &* index &+ 1], gamma)
        target[2 &* index &+ 1] = FieldArithmetic.multiply(odd[4 &* index &+ 3], 0 &- gamma)
      }
    }
  }

  /// Σ row[i]·factor[i] of transforms (algorithm 11), with a Montgomery factor, into `result`. `stride` is the distance
  /// of the row's polynomials: 1 along a row of a matrix, 4 down a column. `cache` comes from
  /// `factor.prepareFactor`. Coefficients of `row` lie in [0, q) or closer to 0: eight products fit 32 bits.
  package static func product(
    _ row: UnsafePointer<Int16>, stride: Int, _ factor: PolynomialVector, _ cache: UnsafePointer<Int16>,
    into result: Polynomial
  ) {
    let b = UnsafePointer(factor.coefficients)
    let step = stride &* Polynomial.count
    for pair in 0..<Polynomial.count / 2 {
      var even: Int32 = 0
      var odd: Int32 = 0
      for index in 0..<count {
        let a = row + (index &* step &+ 2 &* pair)
        let offset = index &* Polynomial.count &+ 2 &* pair
        let a0 = Int32(a[0])
        let a1 = Int32(a[1])
        let b0 = Int32(b[offset])
        let b1 = Int32(b[offset &+ 1])
        even = even &+ (a0 &* b0) &+ (a1 &* Int32(cache[index &* (Polynomial.count / 2) &+ pair]))
        odd = odd &+ (a0 &* b1) &+ (a1 &* b0)
      }
      result.coefficients[2 &* pair] = FieldArithmetic.montgomeryReduce(even)
      result.coefficients[2 &* pair &+ 1] = FieldArithmetic.montgomeryReduce(odd)
    }
  }
}
