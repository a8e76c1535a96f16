/// Arithmetic modulo q = 3329 on signed 16-bit integers, without a branch, division or table index that depends on a
/// value. Products carry Montgomery's factor: `multiply(a, b)` is a·b·2⁻¹⁶ mod q.
package enum FieldArithmetic {
  package static let q: Int16 = 3329
  /// q⁻¹ mod 2¹⁶.
  private static let qInverse: Int16 = -3327
  /// 2³² mod q: multiplying by it undoes the factor of one product.
  static let montgomerySquared: Int16 = 1353
  /// 2³²/128 mod q: as `montgomerySquared`, with the inverse transform's division by 128.
  static let montgomerySquaredBy128: Int16 = 1441

  /// In (-q, q) for |a·b| < q·2¹⁵.
  ///
  /// The low halves of a·b and of t·q are equal, so only the high halves are subtracted.
  @inline(__always)
  package static func multiply(_ a: Int16, _ b: Int16) -> Int16 {
    let t = (a &* b) &* qInverse
    return high(a, b) &- high(t, q)
  }

  /// a·2⁻¹⁶ mod q, in (-q, q) for |a| < q·2¹⁵.
  @inline(__always)
  package static func montgomeryReduce(_ a: Int32) -> Int16 {
    let t = Int16(truncatingIfNeeded: a) &* qInverse
    return Int16(truncatingIfNeeded: a &>> 16) &- high(t, q)
  }

  /// The representative in [-q/2, q/2], for any `a` (Barrett, with 20159 = round(2²⁶/q)).
  @inline(__always)
  package static func reduce(_ a: Int16) -> Int16 {
    let quotient = ((Int32(a) &* 20159) &+ (1 << 25)) &>> 26
    return a &- (Int16(truncatingIfNeeded: quotient) &* q)
  }

  /// The representative in [0, q), for `a` in (-q, q).
  @inline(__always)
  package static func canonical(_ a: Int16) -> Int16 {
    a &+ ((a &>> 15) & q)
  }

  /// round(2ᵈ/q · a) mod 2ᵈ (FIPS 203 §4.2.1), for `a` in [0, q). Division by q is a multiplication by
  /// ⌈2⁴⁰/q⌉, which is exact in the dividend's range.
  @inline(__always)
  package static func compress(_ a: Int16, bits d: Int) -> UInt16 {
    let dividend = (UInt64(UInt16(bitPattern: a)) &<< UInt64(d)) &+ 1664
    let quotient = (dividend &* 330_282_857) &>> 40
    return UInt16(truncatingIfNeeded: quotient) & ((1 &<< UInt16(d)) &- 1)
  }

  /// round(q/2ᵈ · a), for `a` in [0, 2ᵈ).
  @inline(__always)
  package static func decompress(_ a: UInt16, bits d: Int) -> Int16 {
    let dividend = (UInt32(a) &* 3329) &+ (1 &<< UInt32(d &- 1))
    return Int16(truncatingIfNeeded: dividend &>> UInt32(d))
  }

  @inline(__always)
  private static func high(_ a: Int16, _ b: Int16) -> Int16 {
    Int16(truncatingIfNeeded: (Int32(a) &* Int32(b)) &>> 16)
  }
}
