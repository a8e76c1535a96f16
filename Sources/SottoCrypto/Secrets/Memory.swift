import CSodium

/// Operations on memory that must not depend on, or leave behind, what is in it.
public enum Memory {
  /// Overwrites with zeros; the compiler cannot leave it out.
  public static func zero(_ buffer: UnsafeMutableRawBufferPointer) {
    guard let base = buffer.baseAddress else { return }
    sodium_memzero(base, buffer.count)
  }

  /// Equality in constant time for equal lengths. The lengths themselves are not secret.
  public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return left.isEmpty || sodium_memcmp(left, right, left.count) == 0
  }
}
