import Synchronization

/// Tests that block a thread until something else has happened take turns: there are as few threads as cores.
final class BlockingTurn: Sendable {
  static let shared = BlockingTurn()

  private let state = Mutex((isTaken: false, waiting: [CheckedContinuation<Void, Never>]()))

  func take<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
    await withCheckedContinuation { continuation in
      let isMine = state.withLock { state in
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isMine { continuation.resume() }
    }
    defer { pass() }
    return try await body()
  }

  private func pass() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
