import Sotto
import SottoCore
import Synchronization

/// Real time plus an offset that the test moves. Sleepers wake where the offset passes what they wait for, so a test
/// never waits for a time-out.
final class TestClock: SottoClock {
  private struct Sleeper {
    let until: Timestamp
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var offset: UInt64 = 0
    var sleepers: [Int: Sleeper] = [:]
    var next = 0
  }

  private let state = Mutex(State())
  private let system = SystemClock()

  func now() -> Timestamp {
    let offset = state.withLock { $0.offset }
    return Timestamp(milliseconds: system.now().milliseconds + offset)
  }

  func advance(by span: TimeSpan) {
    let now = system.now().milliseconds
    let woken = state.withLock { state in
      state.offset += span.milliseconds
      let time = now + state.offset
      let due = state.sleepers.filter { $0.value.until.milliseconds <= time }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Moves by `span`, then in small steps until `condition` holds. For what waits for a retry or an end of time.
  func advance(by span: TimeSpan, until condition: () async throws -> Bool) async throws {
    advance(by: span)
    for _ in 0..<400 {
      if try await condition() { return }
      try await system.sleep(for: TimeSpan(milliseconds: 50))
      advance(by: .seconds(5))
    }
  }

  /// Moves in small steps until the task is cancelled.
  func tick(by step: TimeSpan) async throws {
    while true {
      try await system.sleep(for: TimeSpan(milliseconds: 50))
      advance(by: step)
    }
  }

  func sleep(for span: TimeSpan) async throws {
    let until = now().adding(span)
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    // The real wait goes on beside it, so that a test that forgets to move the clock ends too.
    let real = Task { [system] in
      try await system.sleep(for: span)
      self.wake(number)
    }
    defer { real.cancel() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = Task.isCancelled
        let isDue = state.withLock { state in
          if isCancelled || system.now().milliseconds + state.offset >= until.milliseconds { return true }
          state.sleepers[number] = Sleeper(until: until, continuation: continuation)
          return false
        }
        if isCancelled {
          continuation.resume(throwing: CancellationError())
        } else if isDue {
          continuation.resume()
        }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func wake(_ number: Int) {
    let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
    sleeper?.continuation.resume()
  }
}
