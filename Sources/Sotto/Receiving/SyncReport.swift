/// What one `sync` did.
public struct SyncReport: Sendable, Equatable {
  /// Envelopes handled, of whatever kind.
  public var received = 0
  public var newMessages = 0
  /// Outbox entries that the relays accepted.
  public var sent = 0
  /// Outbox entries that still wait.
  public var waiting = 0
  /// Why the inbox could not be drained; nil where it was, or where there is no relay.
  public var failure: SottoError.RelayFailure?

  package init() {}
}
