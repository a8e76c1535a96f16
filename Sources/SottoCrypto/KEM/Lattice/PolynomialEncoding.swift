import CCrypto

// FIPS 203 §4.2.1. Eight coefficients of d bits are d bytes, in little-endian order.
extension Polynomial {
  /// In bytes.
  static func encodedSize(bits d: Int) -> Int { count * d / 8 }

  /// ByteEncode₁₂.
  package func encode(into output: UnsafeMutablePointer<UInt8>) {
    pack(bits: 12, into: output) { UInt16(bitPattern: $0) }
  }

  /// ByteDecode₁₂ without its reduction: coefficients up to 4095.
  package func decode(_ input: UnsafePointer<UInt8>) {
    unpack(bits: 12, from: input) { Int16(bitPattern: $0) }
  }

  /// Whether all coefficients are below q. For public polynomials.
  package var isReduced: Bool {
    var largest: Int16 = 0
    for index in 0..<Self.count { largest = max(largest, coefficients[index]) }
    return largest < FieldArithmetic.q
  }

  /// ByteEncode₁₁(Compress₁₁), for u.
  package func compress11(into output: UnsafeMutablePointer<UInt8>) {
    pack(bits: 11, into: output) { FieldArithmetic.compress($0, bits: 11) }
  }

  package func decompress11(_ input: UnsafePointer<UInt8>) {
    unpack(bits: 11, from: input) { FieldArithmetic.decompress($0, bits: 11) }
  }

  /// ByteEncode₅(Compress₅), for v.
  package func compress5(into output: UnsafeMutablePointer<UInt8>) {
    pack(bits: 5, into: output) { FieldArithmetic.compress($0, bits: 5) }
  }

  package func decompress5(_ input: UnsafePointer<UInt8>) {
    unpack(bits: 5, from: input) { FieldArithmetic.decompress($0, bits: 5) }
  }

  /// ByteEncode₁(Compress₁), for the message.
  package func compressMessage(into output: UnsafeMutablePointer<UInt8>) {
    pack(bits: 1, into: output) { FieldArithmetic.compress($0, bits: 1) }
  }

  package func decompressMessage(_ input: UnsafePointer<UInt8>) {
    // Without the barrier, the compiler may branch on the message's bits.
    unpack(bits: 1, from: input) {
      FieldArithmetic.decompress(UInt16(truncatingIfNeeded: sotto_value_barrier(UInt32($0))), bits: 1)
    }
  }

  @inline(__always)
  private func pack(
    bits d: Int, into output: UnsafeMutablePointer<UInt8>, _ value: (Int16) -> UInt16
  ) {
    for group in 0..<Self.count / 8 {
      var packed: UInt128 = 0
      for index in 0..<8 {
        let coefficient = FieldArithmetic.canonical(coefficients[8 &* group &+ index])
        packed |= UInt128(truncatingIfNeeded: value(coefficient)) &<< UInt128(truncatingIfNeeded: d &* index)
      }
      for index in 0..<d {
        output[group &* d &+ index] = UInt8(
          truncatingIfNeeded: packed &>> UInt128(truncatingIfNeeded: 8 &* index))
      }
    }
  }

  @inline(__always)
  private func unpack(
    bits d: Int, from input: UnsafePointer<UInt8>, _ value: (UInt16) -> Int16
  ) {
    let mask: UInt16 = (1 &<< UInt16(d)) &- 1
    for group in 0..<Self.count / 8 {
      var packed: UInt128 = 0
      for index in 0..<d {
        packed |=
          UInt128(truncatingIfNeeded: input[group &* d &+ index]) &<< UInt128(truncatingIfNeeded: 8 &* index)
      }
      for index in 0..<8 {
        let bits = UInt16(truncatingIfNeeded: packed &>> UInt128(truncatingIfNeeded: d &* index)) & mask
        coefficients[8 &* group &+ index] = value(bits)
      }
    }
  }
}
