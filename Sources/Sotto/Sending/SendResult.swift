import SottoCore

/// What is durable when `send` returns: the message and one outbox entry per recipient device.
public struct SendResult: Sendable, Equatable {
  public let messageID: MessageID
  public let recipients: [RecipientDelivery]

  package init(messageID: MessageID, recipients: [RecipientDelivery]) {
    self.messageID = messageID
    self.recipients = recipients
  }
}
