import CSodium

/// Secret bytes of any length, in memory that is zeroed when the last owner releases it.
///
/// Copies share one allocation, so a secret has one place in memory however often it is passed on.
/// It has no textual form, is not `Codable`, and compares in constant time.
public struct SecretBytes: Sendable {
  private final class Storage: @unchecked Sendable {
    // Written only in the initialisers, before the reference is shared.
    let bytes: UnsafeMutableRawBufferPointer

    init(count: Int) {
      bytes = .allocate(byteCount: count, alignment: 16)
    }

    deinit {
      Memory.zero(bytes)
      bytes.deallocate()
    }
  }

  private let storage: Storage
  public let count: Int

  /// Calls `fill` once with `count` bytes to write every one of.
  public init<Failure: Error>(
    count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(count >= 0)
    // One byte at least, so that the base address always exists.
    storage = Storage(count: max(count, 1))
    self.count = count
    let target = UnsafeMutableRawBufferPointer(rebasing: storage.bytes[..<count])
    Memory.zero(storage.bytes)
    try fill(target)
  }

  public init(copying bytes: UnsafeRawBufferPointer) {
    self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
  }

  /// Copies `bytes`. The caller's copy stays in ordinary memory: use it for input that was public, or in tests.
  public init(copying bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { SecretBytes(copying: $0) }
  }

  /// The pointer is valid inside `body` only.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(storage) {} }
    return try body(UnsafeRawBufferPointer(rebasing: storage.bytes[..<count]))
  }

  /// The parts one after the other.
  public static func concatenation(_ parts: [SecretBytes]) -> SecretBytes {
    SecretBytes(count: parts.reduce(0) { $0 + $1.count }) { target in
      var offset = 0
      for part in parts {
        part.withUnsafeBytes { source in
          UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: source)
          offset += source.count
        }
      }
    }
  }

  /// A copy of the bytes in `range`, which must lie within `0 ..< count`.
  public subscript(range: Range<Int>) -> SecretBytes {
    withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}

extension SecretBytes: Equatable {
  /// Constant time for equal lengths; the length itself is not secret.
  public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { a in
      right.withUnsafeBytes { b in
        a.isEmpty || sodium_memcmp(a.octets, b.octets, a.count) == 0
      }
    }
  }
}

extension SecretBytes: Redacted {}
