import SottoCore
import Synchronization

/// One source, any number of listeners, each with a stream of its own.
final class Broadcast<Element: Sendable>: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    var next = 0
    var isFinished = false
  }

  private let state = Mutex(State())
  private let policy: AsyncStream<Element>.Continuation.BufferingPolicy

  /// `limit`: how many elements wait for a listener that does not read; older ones are dropped.
  init(limit: Int) {
    policy = .bufferingNewest(limit)
  }

  func listen() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[number] = nil }
    }
    return stream
  }

  func send(_ element: Element) {
    // Outside the lock: a listener that just ended takes the lock in `onTermination`.
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(element) }
  }

  func finish() {
    let listeners = state.withLock { state -> [AsyncStream<Element>.Continuation] in
      state.isFinished = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}

extension Broadcast where Element == Void {
  /// Waits until `condition` holds, looking again at each change; false where `timeout` came first or the task was
  /// cancelled.
  func wait(
    timeout: TimeSpan, clock: any SottoClock, until condition: @escaping @Sendable () async -> Bool
  ) async -> Bool {
    let changes = listen()
    if await condition() { return true }
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await _ in changes where await condition() { return true }
        return false
      }
      group.addTask {
        try? await clock.sleep(for: timeout)
        return false
      }
      let first = await group.next() ?? false
      group.cancelAll()
      return first
    }
  }
}
