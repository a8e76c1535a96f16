import SottoStore
import Synchronization

/// Fails from a step that the test says, as a full disk does, until the test heals it.
final class FailingStore: StoreFaults {
  private let left = Mutex<Int?>(nil)

  func fail(after steps: Int) {
    left.withLock { $0 = steps }
  }

  func heal() {
    left.withLock { $0 = nil }
  }

  func check(_ step: StoreStep) throws(StoreError) {
    let fails = left.withLock { left in
      guard let count = left else { return false }
      left = count - 1
      return count <= 0
    }
    if fails { throw .full }
  }
}
