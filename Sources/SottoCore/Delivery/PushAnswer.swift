/// What became of one push.
public enum PushAnswer: Equatable, Sendable {
  /// On the relay's disk, now or by an earlier try of the same push id.
  ///
  /// `keptFor`: how long the relay keeps it, by its own word.
  case accepted(keptFor: TimeSpan = Limits.relayLifetime)
  /// A refusal that passes: rate limit, full mailbox, busy relay. `after` is the time that the relay asked to wait.
  case later(after: TimeSpan?)
  /// A refusal that stays.
  case refused(SendFailure)
  /// The connection could not be made, broke, or stayed silent.
  case noAnswer

  public var isAccepted: Bool { if case .accepted = self { true } else { false } }
}
