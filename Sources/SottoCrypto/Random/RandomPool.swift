import CCrypto
import CSodium
import Synchronization

/// The operating system's random bytes, drawn 1 KiB at a time: nonces and keys are small, and a system call for each
/// costs more than the encryption.
///
/// The bytes wait in pages that are neither swapped nor dumped, and are zeroed as they are handed out. The pages turn to
/// zeros in a forked process, which makes the pool empty there; where the system cannot do that, nothing waits.
final class RandomPool: Sendable {
  static let shared = RandomPool()

  /// Larger requests go to the system directly.
  static let largestRequest = 256
  private static let capacity = 1_024
  /// In front of the bytes: how many are left.
  private static let headerSize = 16

  private struct Pages: @unchecked Sendable {
    // Used under the lock only.
    let start: UnsafeMutableRawPointer
  }

  /// Nil where nothing may wait.
  private let pages: Mutex<Pages?>

  private init() {
    Sodium.start()
    pages = Mutex(Self.allocate())
  }

  private static func allocate() -> Pages? {
    var isLocked = false
    var isWipedOnFork = false
    let count = headerSize + capacity
    guard let start = sotto_locked_allocate(count, &isLocked, &isWipedOnFork) else { return nil }
    guard isWipedOnFork else {
      sotto_locked_free(start, count)
      return nil
    }
    return Pages(start: start)
  }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    guard let base = buffer.baseAddress, !buffer.isEmpty else { return }
    if buffer.count > Self.largestRequest || !take(into: buffer) { randombytes_buf(base, buffer.count) }
  }

  /// False where nothing may wait.
  private func take(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    pages.withLock { pages in
      guard let start = pages?.start else { return false }
      let bytes = start + Self.headerSize
      var left = start.load(as: Int.self)
      if left < buffer.count {
        randombytes_buf(bytes, Self.capacity)
        left = Self.capacity
      }
      left -= buffer.count
      let taken = UnsafeMutableRawBufferPointer(start: bytes + left, count: buffer.count)
      buffer.copyMemory(from: UnsafeRawBufferPointer(taken))
      Memory.zero(taken)
      start.storeBytes(of: left, as: Int.self)
      return true
    }
  }
}
