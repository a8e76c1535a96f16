import SottoCore

/// A stored message as a conversation shows it. Text and names are untrusted: escape them before display.
public struct MessageSummary: Sendable, Equatable {
  public let id: MessageID
  public let direction: Direction
  public let author: DeviceID
  /// The contact's name, or the two words of a device that is no contact. Own messages have this device's own name.
  public let authorName: String
  public let conversation: ConversationName
  /// The group that the sender named, known here or not.
  public let group: GroupID?
  public let sentAt: Timestamp
  /// When this device stored it; the order of a conversation.
  public let storedAt: Timestamp
  public let text: String
  public let attachments: [AttachmentSummary]
  public let isNew: Bool
  /// The sender's clock is more than ten minutes off this device's.
  public let clockDiffers: Bool
  /// Set where the text cannot be shown.
  public let notice: Notice?
  /// Of outgoing messages, one per recipient device.
  public let deliveries: [RecipientDelivery]

  public enum Direction: String, Sendable { case incoming, outgoing }

  public enum Notice: String, Sendable {
    /// Kept, and shown after an update.
    case newerVersion
    case undisplayable
  }

  package init(
    id: MessageID, direction: Direction, author: DeviceID, authorName: String, conversation: ConversationName,
    group: GroupID?, sentAt: Timestamp, storedAt: Timestamp, text: String, attachments: [AttachmentSummary],
    isNew: Bool, clockDiffers: Bool, notice: Notice?, deliveries: [RecipientDelivery]
  ) {
    self.id = id
    self.direction = direction
    self.author = author
    self.authorName = authorName
    self.conversation = conversation
    self.group = group
    self.sentAt = sentAt
    self.storedAt = storedAt
    self.text = text
    self.attachments = attachments
    self.isNew = isNew
    self.clockDiffers = clockDiffers
    self.notice = notice
    self.deliveries = deliveries
  }
}
