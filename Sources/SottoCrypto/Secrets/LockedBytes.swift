import CSodium

/// Secret bytes on pages that are locked into memory, left out of core dumps, fenced by guard pages, and zeroed when
/// released. It costs several pages each: for few keys that matter most.
///
/// Where the system lends no more lockable memory the bytes are kept all the same, and may reach the swap.
public final class LockedBytes: @unchecked Sendable {
  // Written only in the initialiser, before the reference is shared.
  private let bytes: UnsafeMutableRawBufferPointer

  public init(copying secret: SecretBytes) {
    // Has no effect from the second time on; the allocator's canary wants it.
    _ = sodium_init()
    // One byte at least, so that the base address always exists.
    guard let base = sodium_malloc(max(secret.count, 1)) else { preconditionFailure("out of memory") }
    bytes = UnsafeMutableRawBufferPointer(start: base, count: secret.count)
    secret.withUnsafeBytes { bytes.copyMemory(from: $0) }
    sodium_mprotect_readonly(base)
  }

  deinit {
    sodium_free(bytes.baseAddress)
  }

  /// A copy in ordinary zeroing memory, to be held no longer than its use.
  public var secret: SecretBytes { SecretBytes(copying: UnsafeRawBufferPointer(bytes)) }
}

extension LockedBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "LockedBytes(redacted)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
