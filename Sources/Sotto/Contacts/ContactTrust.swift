import SottoCore

/// What a person has said about a contact's keys.
public enum ContactTrust: Sendable, Equatable {
  case unverified
  /// The safety words were compared.
  case verified(at: Timestamp)
  /// The keys are not the ones that were known before; nobody has looked since.
  case keyChanged(at: Timestamp)
}
