import SottoCore

/// Where the client reads the time and waits. Tests hand in one that they move.
public protocol SottoClock: Sendable {
  func now() -> Timestamp
  /// Throws `CancellationError` where the task was cancelled meanwhile.
  func sleep(for span: TimeSpan) async throws
}
