/// SampleNTT (FIPS 203 algorithm 7): public polynomials from a public seed, by rejection.
package struct UniformSampler: ~Copyable {
  /// Three blocks of SHAKE128 are enough in 99 of 100 cases.
  private static let usualLength = 3 * 168

  private var xof = SHA3(.shake128)
  private var stream = [UInt8](repeating: 0, count: usualLength)

  package init() {}

  /// Fills `polynomial` from SHAKE128(ρ ‖ column ‖ row), coefficients in [0, q).
  package mutating func sample(
    _ seed: UnsafeRawBufferPointer, column: Int, row: Int, into polynomial: Polynomial
  ) {
    var length = Self.usualLength
    while !fill(polynomial, from: seed, column: column, row: row, length: length) {
      // libcrypto before 3.3 gives one piece of a stream only: another try takes a longer one, from the start.
      length += Self.usualLength
    }
  }

  /// Whether `length` bytes of the stream are enough.
  private mutating func fill(
    _ polynomial: Polynomial, from seed: UnsafeRawBufferPointer, column: Int, row: Int, length: Int
  ) -> Bool {
    if stream.count < length { stream = [UInt8](repeating: 0, count: length) }
    let indices: [UInt8] = [UInt8(column), UInt8(row)]
    return stream.withUnsafeMutableBytes { stream in
      let stream = UnsafeMutableRawBufferPointer(rebasing: stream[..<length])
      indices.withUnsafeBytes { xof.hash(seed, $0, into: stream) }
      return Self.fill(polynomial, from: UnsafeRawBufferPointer(stream))
    }
  }

  private static func fill(_ polynomial: Polynomial, from stream: UnsafeRawBufferPointer) -> Bool {
    let target = polynomial.coefficients
    var filled = 0
    var offset = 0
    while offset &+ 3 <= stream.count {
      let b0 = Int16(stream[offset])
      let b1 = Int16(stream[offset &+ 1])
      let b2 = Int16(stream[offset &+ 2])
      offset &+= 3
      let first = b0 | ((b1 & 0x0F) &<< 8)
      let second = (b1 &>> 4) | (b2 &<< 4)
      if first < FieldArithmetic.q {
        target[filled] = first
        filled &+= 1
        if filled == Polynomial.count { return true }
      }
      if second < FieldArithmetic.q {
        target[filled] = second
        filled &+= 1
        if filled == Polynomial.count { return true }
      }
    }
    return false
  }
}
