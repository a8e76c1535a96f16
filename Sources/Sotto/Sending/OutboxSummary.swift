import SottoCore

/// One waiting or failed copy.
public struct OutboxSummary: Sendable, Equatable {
  /// Names the entry for `retryOutbox` and `discardOutbox`.
  public let id: UInt64
  public let messageID: MessageID
  public let recipient: String
  public let kind: Kind
  public let state: DeliveryState
  public let attempts: Int
  public let createdAt: Timestamp
  public let nextAttempt: Timestamp?

  public enum Kind: String, Sendable {
    case message, receipt, pairing, greeting, control
  }

  package init(
    id: UInt64, messageID: MessageID, recipient: String, kind: Kind, state: DeliveryState, attempts: Int,
    createdAt: Timestamp, nextAttempt: Timestamp?
  ) {
    self.id = id
    self.messageID = messageID
    self.recipient = recipient
    self.kind = kind
    self.state = state
    self.attempts = attempts
    self.createdAt = createdAt
    self.nextAttempt = nextAttempt
  }
}
