import Dispatch
import SottoCore
import SottoCrypto

/// SHA-256 on a thread of its own, while the caller reads, seals and writes. Holds 32 chunks (2 MiB) at most: further
/// ones wait.
package final class ParallelHash: FileHashing, @unchecked Sendable {
  // Touched on the queue only, which runs one block at a time.
  private var hash = SHA256()
  private let queue = DispatchQueue(label: "sotto.file-hash")
  private let places = DispatchSemaphore(value: 32)

  package init() {}

  package func update(_ bytes: [UInt8]) {
    places.wait()
    queue.async { [self] in
      hash.update(bytes)
      places.signal()
    }
  }

  package func finalize() -> [UInt8] {
    queue.sync { hash.finalize() }
  }
}
