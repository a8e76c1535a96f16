import CCrypto

/// A secret that lives long: in pages of its own that are not swapped out, not part of a core dump, zero in a forked
/// process, and zeroed on release.
///
/// Where the system grants no more locked memory (`ulimit -l`), the pages can be swapped, and nothing else changes.
/// Each takes whole pages and some system calls: short-lived secrets are `SecretBytes`.
public final class LockedSecret: @unchecked Sendable {
  // Written only in the initialiser, before the reference is shared.
  private let pages: UnsafeMutableRawPointer
  public let count: Int
  /// Whether the pages stay in memory.
  public let isLocked: Bool

  /// Calls `fill` once with `count` zero bytes to write.
  public init<Failure: Error>(
    count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(count > 0)
    var isLocked = false
    var isWipedOnFork = false
    guard let pages = sotto_locked_allocate(count, &isLocked, &isWipedOnFork) else {
      preconditionFailure("out of memory")
    }
    self.pages = pages
    self.count = count
    self.isLocked = isLocked
    try fill(UnsafeMutableRawBufferPointer(start: pages, count: count))
  }

  public convenience init(copying secret: SecretBytes) {
    self.init(count: secret.count) { target in secret.withUnsafeBytes { target.copyMemory(from: $0) } }
  }

  deinit {
    Memory.zero(UnsafeMutableRawBufferPointer(start: pages, count: count))
    sotto_locked_free(pages, count)
  }

  /// The pointer is valid inside `body` only.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeRawBufferPointer(start: pages, count: count))
  }

  /// A copy of the bytes in `range`, which must lie within `0 ..< count`.
  public subscript(range: Range<Int>) -> SecretBytes {
    withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}

extension LockedSecret: Redacted {}
