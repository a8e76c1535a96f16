import SottoRelayProtocol
import Synchronization

/// Deliveries between the connection that reads them and whoever handles them. The reader waits while it is full, and
/// with it the relay: a full mailbox does not come into memory at once.
package final class DeliveryQueue: Sendable {
  package static let capacity = 64

  private struct State {
    var deliveries: [Delivery] = []
    var isFinished = false
    var reader: CheckedContinuation<Void, Never>?
    var handler: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  package init() {}

  /// Waits for room. Called by one task.
  package func add(_ delivery: Delivery) async {
    let handler = state.withLock { state in
      state.deliveries.append(delivery)
      return state.handler.take()
    }
    handler?.resume()
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        if state.isFinished || state.deliveries.count < Self.capacity { return true }
        state.reader = continuation
        return false
      }
      if goesOn { continuation.resume() }
    }
  }

  /// nil at the end; what came before it is still given. Called by one task.
  package func next() async -> Delivery? {
    while true {
      let (delivery, reader, isFinished) = state.withLock { state in
        let delivery = state.deliveries.isEmpty ? nil : state.deliveries.removeFirst()
        return (delivery, delivery == nil ? nil : state.reader.take(), state.isFinished)
      }
      reader?.resume()
      if let delivery { return delivery }
      guard !isFinished else { return nil }
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          if state.isFinished || !state.deliveries.isEmpty { return true }
          state.handler = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    }
  }

  package func finish() {
    let (reader, handler) = state.withLock { state in
      state.isFinished = true
      return (state.reader.take(), state.handler.take())
    }
    reader?.resume()
    handler?.resume()
  }
}
