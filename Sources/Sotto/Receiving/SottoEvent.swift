import SottoCore

/// What happened, in the order it was committed. Everything told here is durable already.
public enum SottoEvent: Sendable, Equatable {
  case message(MessageSummary)
  case delivery(MessageID, RecipientDelivery)
  case contactAdded(ContactSummary)
  case keysChanged(ContactSummary)
  case issue(IssueSummary)
  case connection(ConnectionState)
  /// An attachment on its way to the own relay
  case transfer(TransferProgress)

  public enum ConnectionState: Sendable, Equatable {
    case connecting, connected
    case disconnected(SottoError.RelayFailure)
  }
}
