import Synchronization

/// Between the loop's thread, where bytes come and go, and tasks that wait for them.
final class ConnectionPipe: TLSStreamDelegate, Sendable {
  private typealias Taken = Result<(bytes: [UInt8]?, mustResume: Bool), TransportError>
  private typealias Sent = Result<Void, TransportError>

  private struct State {
    var input: [UInt8] = []
    var isPaused = false
    var receiver: (id: UInt64, continuation: CheckedContinuation<Taken, Never>)?
    /// Bytes given to `send` that have not reached the stream, and those that wait in it.
    var unqueued = 0
    var pending = 0
    var senders: [UInt64: CheckedContinuation<Sent, Never>] = [:]
    /// Set once; nil inside means closed in order.
    var end: TransportError??
    var nextID: UInt64 = 0
    var cancelled: Set<UInt64> = []
  }

  private let state = Mutex(State())

  // MARK: Tasks

  func willSend(_ count: Int) throws(TransportError) {
    let end = state.withLock { state -> TransportError?? in
      if state.end == nil { state.unqueued += count }
      return state.end
    }
    if let end { throw end ?? .connectionLost }
  }

  func waitForOutput() async throws(TransportError) {
    let id = nextID()
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Sent, Never>) in
        let result = state.withLock { state -> Sent? in
          if let end = state.end { return .failure(end ?? .connectionLost) }
          if state.cancelled.remove(id) != nil { return .failure(.cancelled) }
          if state.unqueued + state.pending <= TransportConnection.outputLimit { return .success(()) }
          state.senders[id] = continuation
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      let sender = state.withLock { state in
        let sender = state.senders.removeValue(forKey: id)
        if sender == nil { state.cancelled.insert(id) }
        return sender
      }
      sender?.resume(returning: .failure(.cancelled))
    }.get()
  }

  /// `mustResume`: reading was stopped, and may go on.
  func take() async throws(TransportError) -> (bytes: [UInt8]?, mustResume: Bool) {
    let id = nextID()
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Taken, Never>) in
        let result = state.withLock { state -> Taken? in
          if state.cancelled.remove(id) != nil { return .failure(.cancelled) }
          if let taken = Self.takeInput(&state) { return taken }
          precondition(state.receiver == nil, "one task receives from a connection")
          state.receiver = (id, continuation)
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      let receiver = state.withLock { state -> CheckedContinuation<Taken, Never>? in
        guard let receiver = state.receiver, receiver.id == id else {
          state.cancelled.insert(id)
          return nil
        }
        state.receiver = nil
        return receiver.continuation
      }
      receiver?.resume(returning: .failure(.cancelled))
    }.get()
  }

  /// False where it was closed already.
  func close(_ error: TransportError?) -> Bool {
    let (receiver, taken, senders, isFirst) = state.withLock { state in
      let isFirst = state.end == nil
      if isFirst { state.end = .some(error) }
      let receiver = state.receiver
      state.receiver = nil
      let senders = Array(state.senders.values)
      state.senders = [:]
      return (receiver, receiver == nil ? nil : Self.takeInput(&state), senders, isFirst)
    }
    if let receiver { receiver.continuation.resume(returning: taken ?? .failure(.closed)) }
    for sender in senders { sender.resume(returning: .failure(error ?? .connectionLost)) }
    return isFirst
  }

  private func nextID() -> UInt64 {
    state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
  }

  private static func takeInput(_ state: inout State) -> Taken? {
    if !state.input.isEmpty {
      let bytes = state.input
      state.input = []
      let mustResume = state.isPaused && state.end == nil
      state.isPaused = false
      return .success((bytes, mustResume))
    }
    return switch state.end {
    case .none: nil
    case .some(.none): .success((nil, false))
    case .some(.some(let error)): .failure(error)
    }
  }

  // MARK: The loop's thread

  /// After bytes were given to the stream: `pending` is all that waits there.
  func didQueue(_ count: Int, pending: Int) {
    state.withLock { state in
      state.unqueued -= count
      state.pending = pending
    }
    wakeSenders()
  }

  private func wakeSenders() {
    let senders = state.withLock { state -> [CheckedContinuation<Sent, Never>] in
      guard state.unqueued + state.pending <= TransportConnection.outputLimit else { return [] }
      let senders = Array(state.senders.values)
      state.senders = [:]
      return senders
    }
    for sender in senders { sender.resume(returning: .success(())) }
  }

  func streamDidOpen(_ stream: TLSStream) {}

  func stream(_ stream: TLSStream, didReceive bytes: UnsafeRawBufferPointer) {
    let (receiver, taken, mustPause) = state.withLock {
      state -> (CheckedContinuation<Taken, Never>?, Taken?, Bool) in
      state.input.append(contentsOf: bytes)
      guard let receiver = state.receiver else {
        state.isPaused = state.input.count > TransportConnection.inputLimit
        return (nil, nil, state.isPaused)
      }
      state.receiver = nil
      return (receiver.continuation, Self.takeInput(&state), false)
    }
    if mustPause { stream.setReading(false) }
    if let receiver, let taken { receiver.resume(returning: taken) }
  }

  func streamDidDrain(_ stream: TLSStream) {
    state.withLock { $0.pending = stream.pendingOutput }
    wakeSenders()
  }

  func streamDidClose(_ stream: TLSStream, error: TransportError?) {
    _ = close(error)
  }
}
