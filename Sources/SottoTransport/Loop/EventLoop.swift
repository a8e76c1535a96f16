import CEvent
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// libevent's loop on a thread of its own. All that belongs to it, streams, listeners, timers, is used on that thread
/// only.
///
/// A loop runs until `stop`; the process's `shared` one for ever.
public final class EventLoop: @unchecked Sendable {
  // `base` and the wake event are used on the loop's thread only; what crosses threads is in `inbox`.
  let base: OpaquePointer
  private var wakeEvent: OpaquePointer?
  private let wakeRead: Int32
  private let wakeWrite: Int32
  private let inbox = Mutex(Inbox())

  private struct Inbox {
    var jobs: [@Sendable () -> Void] = []
    var thread: pthread_t?
    var isWoken = false
    var isStopped = false
  }

  /// The loop of this process's client connections.
  public static let shared: Result<EventLoop, TransportError> = Result { () throws(TransportError) in
    try EventLoop()
  }

  public init() throws(TransportError) {
    // A write to a connection that the peer has closed must fail, not end the process.
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    guard sotto_pipe(&ends) == 0 else { throw .system(errno) }
    guard let base = event_base_new() else {
      close(ends[0])
      close(ends[1])
      throw .system(ENOMEM)
    }
    self.base = base
    wakeRead = ends[0]
    wakeWrite = ends[1]
    let context = Unmanaged.passUnretained(self).toOpaque()
    wakeEvent = event_new(
      base, wakeRead, Int16(EV_READ | EV_PERSIST),
      { _, _, context in
        guard let context else { return }
        Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue().runJobs()
      }, context)
    event_add(wakeEvent, nil)
    // The thread holds the loop until it has stopped.
    guard Thread.start({ self.run() }) else { throw .system(EAGAIN) }
  }

  deinit {
    event_free(wakeEvent)
    event_base_free(base)
    close(wakeRead)
    close(wakeWrite)
  }

  private func run() {
    inbox.withLock { $0.thread = pthread_self() }
    event_base_dispatch(base)
    // What came after the last round.
    runJobs()
  }

  public var isCurrent: Bool {
    inbox.withLock { inbox in
      inbox.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }
  }

  /// Runs `job` on the loop's thread, after those given before it. False, and nothing happens, once it was stopped.
  @discardableResult
  public func execute(_ job: @escaping @Sendable () -> Void) -> Bool {
    let (isAccepted, mustWake) = inbox.withLock { inbox -> (Bool, Bool) in
      guard !inbox.isStopped else { return (false, false) }
      inbox.jobs.append(job)
      defer { inbox.isWoken = true }
      return (true, !inbox.isWoken)
    }
    if mustWake { wake() }
    return isAccepted
  }

  /// Ends the loop after the jobs given so far. The caller has closed what belongs to it.
  public func stop() {
    let base = Box(base)
    execute { event_base_loopbreak(base.pointer) }
    inbox.withLock { $0.isStopped = true }
  }

  private func wake() {
    var byte: UInt8 = 0
    // A full pipe wakes as well.
    _ = write(wakeWrite, &byte, 1)
  }

  private func runJobs() {
    var drain: UInt64 = 0
    while read(wakeRead, &drain, 8) > 0 {}
    let jobs = inbox.withLock { inbox in
      inbox.isWoken = false
      return exchange(&inbox.jobs, with: [])
    }
    for job in jobs { job() }
  }
}

private func exchange<Value>(_ variable: inout Value, with value: Value) -> Value {
  let old = variable
  variable = value
  return old
}

/// `OpaquePointer` is not `Sendable`; this one goes to the loop's thread, where it belongs.
private struct Box: @unchecked Sendable {
  let pointer: OpaquePointer
  init(_ pointer: OpaquePointer) { self.pointer = pointer }
}
