/// Work that other threads hand to the one that does it, in order. Bounded by its weight.
final class WorkQueue<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    var weight = 0
    var isClosed = false
  }

  private let state = Condition(State())
  private let maximumCount: Int
  private let maximumWeight: Int

  init(maximumCount: Int, maximumWeight: Int) {
    self.maximumCount = maximumCount
    self.maximumWeight = maximumWeight
  }

  /// False where it is full or closed.
  func append(_ item: Item, weight: Int = 0) -> Bool {
    state.change { state in
      guard !state.isClosed, state.items.count < maximumCount, state.weight + weight <= maximumWeight else {
        return false
      }
      state.items.append(item)
      state.weight += weight
      return true
    }
  }

  /// The next items, at most `count`, at least one; waits for the first, and then up to `time` for `wanted` of them.
  /// Empty when `idle` passed without any; nil once it is closed and done.
  func next(
    _ count: Int, wanted: Int = 1, within time: Duration = .zero, idle: Duration? = nil, weight: (Item) -> Int
  ) -> [Item]? {
    let first = state.wait(idle) { state -> Bool? in
      !state.items.isEmpty ? true : state.isClosed ? false : nil
    }
    guard let first else { return [] }
    guard first else { return nil }
    if wanted > 1 {
      _ = state.wait(time) { $0.items.count >= wanted || $0.isClosed ? true : nil }
    }
    return state.change { state in
      let taken = Array(state.items.prefix(count))
      state.items.removeFirst(taken.count)
      state.weight -= taken.reduce(0) { $0 + weight($1) }
      return taken
    }
  }

  /// What is in it is still done.
  func close() {
    state.change { $0.isClosed = true }
  }
}
