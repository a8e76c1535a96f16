/// A view of 256 coefficients modulo q in memory that another owns: a polynomial of degree 255, or its transform.
///
/// Unless said otherwise, coefficients lie in (-q, q) before and after each operation.
package struct Polynomial {
  package static let count = 256
  /// Bytes of one polynomial in memory.
  static let stride = count * MemoryLayout<Int16>.stride

  package let coefficients: UnsafeMutablePointer<Int16>

  /// The `index`th polynomial in `memory`.
  init(_ memory: UnsafeMutableRawBufferPointer, index: Int) {
    let bytes = UnsafeMutableRawBufferPointer(rebasing: memory[index * Self.stride..<(index + 1) * Self.stride])
    coefficients = UnsafeMutableRawPointer(bytes.octets).assumingMemoryBound(to: Int16.self)
  }

  package func add(_ other: Polynomial) {
    let a = coefficients
    let b = other.coefficients
    for index in 0..<Self.count { a[index] = FieldArithmetic.reduce(a[index] &+ b[index]) }
  }

  /// `minuend` minus this.
  package func subtract(from minuend: Polynomial) {
    let a = coefficients
    let b = minuend.coefficients
    for index in 0..<Self.count { a[index] = FieldArithmetic.reduce(b[index] &- a[index]) }
  }

  /// Moves all coefficients to [0, q).
  package func makeCanonical() {
    let a = coefficients
    for index in 0..<Self.count { a[index] = FieldArithmetic.canonical(a[index]) }
  }

  /// Undoes the Montgomery factor of a product.
  package func removeMontgomeryFactor() {
    scale(by: FieldArithmetic.montgomerySquared)
  }

  private func scale(by factor: Int16) {
    let a = coefficients
    for index in 0..<Self.count { a[index] = FieldArithmetic.multiply(a[index], factor) }
  }

  /// NTT (FIPS 203 algorithm 9), in place. Seven layers each add less than q, so that 16 bits hold every sum.
  package func transform() {
    let a = coefficients
    let factors = TwiddleFactors.values
    var k = 1
    var length = 128
    while length >= 2 {
      var start = 0
      while start < Self.count {
        let factor = factors[k]
        k &+= 1
        for index in start..<start &+ length {
          let product = FieldArithmetic.multiply(factor, a[index &+ length])
          a[index &+ length] = a[index] &- product
          a[index] = a[index] &+ product
        }
        start &+= 2 &* length
      }
      length &>>= 1
    }
    for index in 0..<Self.count { a[index] = FieldArithmetic.reduce(a[index]) }
  }

  /// The inverse NTT (algorithm 10), in place, which also undoes the Montgomery factor of a product.
  package func inverseTransform() {
    let a = coefficients
    let factors = TwiddleFactors.values
    var k = 127
    var length = 2
    while length <= 128 {
      var start = 0
      while start < Self.count {
        let factor = factors[k]
        k &-= 1
        for index in start..<start &+ length {
          let low = a[index]
          let high = a[index &+ length]
          a[index] = FieldArithmetic.reduce(low &+ high)
          a[index &+ length] = FieldArithmetic.multiply(factor, high &- low)
        }
        start &+= 2 &* length
      }
      length &<<= 1
    }
    scale(by: FieldArithmetic.montgomerySquaredBy128)
  }
}
