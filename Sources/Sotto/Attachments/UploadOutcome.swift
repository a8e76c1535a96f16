import SottoCore

/// What became of a message's uploads.
enum UploadOutcome: Sendable {
  /// All of them are at the relay.
  case done
  case later(after: TimeSpan?)
  case noAnswer
  /// They will never be there.
  case failed
}
