import CEvent

#if canImport(Glibc)
  import Glibc
#endif

/// Calls back on the loop's thread, again and again until cancelled. Made and cancelled on that thread.
public final class LoopTimer {
  private var event: OpaquePointer?
  private let action: () -> Void

  public init(on loop: EventLoop, every interval: Duration, _ action: @escaping () -> Void) {
    self.action = action
    event = event_new(
      loop.base, -1, Int16(EV_PERSIST),
      { _, _, context in
        guard let context else { return }
        Unmanaged<LoopTimer>.fromOpaque(context).takeUnretainedValue().action()
      }, Unmanaged.passUnretained(self).toOpaque())
    var time = timeval(interval)
    event_add(event, &time)
  }

  deinit { cancel() }

  public func cancel() {
    if let event { event_free(event) }
    event = nil
  }
}

extension timeval {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
  }
}
