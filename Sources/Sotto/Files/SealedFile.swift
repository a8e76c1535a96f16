import SottoCore

/// What `seal` wrote.
public struct SealedFile: Sendable, Equatable {
  public let messageID: MessageID
  /// nil where the result is armoured text alone
  public let path: String?
  public let armoured: String?
  public let recipients: [RecipientDelivery]

  package init(messageID: MessageID, path: String?, armoured: String?, recipients: [RecipientDelivery]) {
    self.messageID = messageID
    self.path = path
    self.armoured = armoured
    self.recipients = recipients
  }
}
