import Glibc
import SottoStore
import Synchronization

/// Counts the steps that touch the disk and lets one of them, or all from one on, fail.
final class CountingFaults: StoreFaults {
  enum Plan {
    case none
    /// The n-th step fails, later ones work: the disk was full for a moment.
    case fail(at: Int, StoreError)
    /// From the n-th step on nothing reaches the disk: the process is dead.
    case crash(at: Int)
  }

  static let crash = StoreError.inputOutput(EIO)

  private let plan: Mutex<Plan>
  private let seen = Mutex<[StoreStep]>([])

  init(_ plan: Plan = .none) { self.plan = Mutex(plan) }

  var steps: [StoreStep] { seen.withLock { $0 } }

  /// Begins a new count.
  func arm(_ plan: Plan) {
    seen.withLock { $0 = [] }
    self.plan.withLock { $0 = plan }
  }

  func check(_ step: StoreStep) throws(StoreError) {
    let count = seen.withLock { seen in
      seen.append(step)
      return seen.count
    }
    switch plan.withLock({ $0 }) {
    case .fail(let at, let error) where count == at: throw error
    case .crash(let at) where count >= at: throw Self.crash
    default: break
    }
  }
}

extension [StoreStep] {
  /// The numbers of steps worth a run of their own: each first one of its kind in a row, and every `stride`-th.
  func samples(stride: Int) -> [Int] {
    indices.filter { $0 == 0 || self[$0] != self[$0 - 1] || $0 % stride == 0 }.map { $0 + 1 }
  }
}
