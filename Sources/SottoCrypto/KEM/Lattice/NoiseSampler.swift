/// SamplePolyCBD₂ of PRF₂ (FIPS 203 algorithm 8 and §4.1): small secret polynomials from a secret seed, in fixed order.
package struct NoiseSampler: ~Copyable {
  private static let length = 128

  private var xof = SHA3(.shake256)
  private let seed: UnsafeRawBufferPointer
  private let stream: UnsafeMutableRawBufferPointer
  private var counter: UInt8 = 0

  /// `seed`, 32 bytes, outlives the sampler.
  package init(seed: UnsafeRawBufferPointer) {
    self.seed = seed
    stream = .allocate(byteCount: Self.length, alignment: 8)
  }

  deinit {
    Memory.zero(stream)
    stream.deallocate()
  }

  /// The next polynomial, coefficients in [-2, 2].
  package mutating func sample(into polynomial: Polynomial) {
    withUnsafeBytes(of: &counter) { xof.hash(seed, $0, into: stream) }
    counter += 1
    let target = polynomial.coefficients
    for word in 0..<Self.length / 4 {
      let bits = UInt32(littleEndian: stream.load(fromByteOffset: word &* 4, as: UInt32.self))
      // Pairs of bits, added within their pair: two bits each.
      let sums = (bits & 0x5555_5555) &+ ((bits &>> 1) & 0x5555_5555)
      for index in 0..<8 {
        let pair = sums &>> UInt32(truncatingIfNeeded: 4 &* index)
        target[8 &* word &+ index] = Int16(truncatingIfNeeded: pair & 3) &- Int16(truncatingIfNeeded: (pair &>> 2) & 3)
      }
    }
  }

  package mutating func sample(into vector: PolynomialVector) {
    for index in 0..<PolynomialVector.count { sample(into: vector[index]) }
  }
}
