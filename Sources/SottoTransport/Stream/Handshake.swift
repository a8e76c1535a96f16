import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A client's connection until it is one, or is given up: by its own failure, the time, or the task's cancellation.
final class Handshake: TLSStreamDelegate, @unchecked Sendable {
  typealias Outcome = Result<TransportConnection, TransportError>

  private let target: ConnectTarget
  private let timeout: Duration
  private let loop: EventLoop
  private let waiting = Mutex(Waiting())
  // Used on the loop's thread only.
  private var stream: TLSStream?
  private var timer: LoopTimer?

  private struct Waiting {
    var continuation: CheckedContinuation<Outcome, Never>?
    /// Where it was cancelled before it started.
    var outcome: Outcome?
    var isDone = false
  }

  init(_ target: ConnectTarget, timeout: Duration, on loop: EventLoop) {
    self.target = target
    self.timeout = timeout
    self.loop = loop
  }

  func start(_ continuation: CheckedContinuation<Outcome, Never>) {
    let outcome = waiting.withLock { waiting in
      if waiting.outcome == nil { waiting.continuation = continuation }
      return waiting.outcome
    }
    if let outcome { return continuation.resume(returning: outcome) }
    loop.execute {
      self.timer = LoopTimer(on: self.loop, every: self.timeout) { [weak self] in self?.cancel(.timedOut) }
    }
    let deadline = ContinuousClock.now + timeout
    let isStarted = Thread.start {
      do throws(TransportError) {
        let descriptor = try Connector.connect(to: self.target, until: deadline)
        guard self.loop.execute({ self.shakeHands(descriptor) }) else {
          close(descriptor)
          throw .closed
        }
      } catch {
        self.cancel(error)
      }
    }
    if !isStarted { cancel(.system(EAGAIN)) }
  }

  /// From any thread.
  func cancel(_ error: TransportError) {
    finish(.failure(error))
    loop.execute {
      self.stream?.abort()
      self.release()
    }
  }

  /// False where there is an outcome already.
  @discardableResult
  private func finish(_ outcome: Outcome) -> Bool {
    let (continuation, isFirst) = waiting.withLock { waiting -> (CheckedContinuation<Outcome, Never>?, Bool) in
      guard !waiting.isDone else { return (nil, false) }
      waiting.isDone = true
      waiting.outcome = outcome
      defer { waiting.continuation = nil }
      return (waiting.continuation, true)
    }
    continuation?.resume(returning: outcome)
    return isFirst
  }

  private func shakeHands(_ descriptor: Int32) {
    guard !waiting.withLock({ $0.isDone }) else {
      close(descriptor)
      return
    }
    do {
      let stream = try TLSStream(connected: descriptor, to: target, on: loop)
      self.stream = stream
      stream.delegate = self
    } catch {
      finish(.failure(error))
      release()
    }
  }

  private func release() {
    timer?.cancel()
    timer = nil
    stream = nil
  }

  func streamDidOpen(_ stream: TLSStream) {
    let outcome = Result { () throws(TransportError) in try TransportConnection(stream, on: loop) }
    // Where nobody waits any more, the connection goes with the last reference to it, and closes.
    finish(outcome)
    if case .failure = outcome { stream.abort() }
    release()
  }

  func stream(_ stream: TLSStream, didReceive bytes: UnsafeRawBufferPointer) {}

  func streamDidDrain(_ stream: TLSStream) {}

  func streamDidClose(_ stream: TLSStream, error: TransportError?) {
    finish(.failure(error ?? .connectionLost))
    release()
  }
}
