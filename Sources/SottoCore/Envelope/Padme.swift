/// Padding of sizes so that a length tells little: at most 12 % more, and only O(log log n) bits of the length stay
/// visible (Nikitin et al., "Reducing Metadata Leakage from Encrypted Files and Communication with PURBs", §4).
public enum Padme {
  /// The padded size of `size` bytes, at least as large; 0 and 1 stay as they are. Saturates at `Int.max`.
  public static func size(_ size: Int) -> Int {
    guard size > 1 else { return max(size, 0) }
    let exponent = Int.bitWidth - 1 - size.leadingZeroBitCount
    let exponentBits = Int.bitWidth - exponent.leadingZeroBitCount
    guard exponent > exponentBits else { return size }
    let mask = 1 << (exponent - exponentBits) - 1
    let (sum, overflow) = size.addingReportingOverflow(mask)
    return overflow ? .max : sum & ~mask
  }
}
