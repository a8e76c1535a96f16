/// Powers of ζ = 17, the 256th root of unity modulo q, in Montgomery form (FIPS 203 appendix A).
enum TwiddleFactors {
  private struct Table: @unchecked Sendable {
    // Written once, then only read; lives as long as the process.
    let values: UnsafePointer<Int16>
  }

  private static let table = Table(values: makeTable())

  /// At index i: ζ to the power of the seven bits of i in reverse order. The exponents of appendix A's second table are
  /// those at 64 + i/2, with alternating sign.
  static var values: UnsafePointer<Int16> { table.values }

  private static func makeTable() -> UnsafePointer<Int16> {
    let values = UnsafeMutablePointer<Int16>.allocate(capacity: 128)
    let q = Int(FieldArithmetic.q)
    for index in 0..<128 {
      let exponent = (0..<7).reduce(0) { $0 | (index >> $1 & 1) << (6 - $1) }
      var power = 1 << 16 % q
      for _ in 0..<exponent { power = power * 17 % q }
      values[index] = Int16(power > q / 2 ? power - q : power)
    }
    return UnsafePointer(values)
  }
}
