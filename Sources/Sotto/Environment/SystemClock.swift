import SottoCore

#if canImport(Glibc)
  import Glibc
#endif

/// The computer's wall clock; waiting goes by its monotonic one.
public struct SystemClock: SottoClock {
  public init() {}

  public func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: UInt64(max(time.tv_sec, 0)) * 1_000 + UInt64(time.tv_nsec / 1_000_000))
  }

  public func sleep(for span: TimeSpan) async throws {
    try await Task.sleep(for: .milliseconds(Int64(clamping: span.milliseconds)))
  }
}
