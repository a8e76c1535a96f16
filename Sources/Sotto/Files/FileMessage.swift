import SottoCore
import SottoStore

/// A message that is sealed into a file, inside one transaction.
struct FileMessage {
  struct Sealed: Sendable {
    let messageID: MessageID
    /// The file up to the attachments' streams
    let header: [UInt8]
    let recipients: [RecipientDelivery]
  }

  let change: OutboxChange
  let text: String
  let attachments: [Attachment]

  private var profile: OpenProfile { change.profile }

  func seal(for audience: Audience) throws -> Sealed {
    let recipients = try change.recipients(audience.devices)
    guard !recipients.devices.isEmpty else {
      throw recipients.refused.isEmpty
        ? SottoError.noRecipients : SottoError.trustNeeded(name: audience.name, .deviceNotListed)
    }
    let envelope = ContentEnvelope(
      messageID: .random(profile.random), sentAt: change.now,
      message: try MessageBody(text: text, attachments: attachments))
    let content = try ContentSealer.Content(envelope)
    let (bundles, paths) = try ContentSealer(change: change).sealFile(
      content, to: recipients.devices, group: audience.group)
    guard let file = BundleFile(bundles: bundles) else {
      throw SottoError.tooLarge(limit: UInt64(Limits.recipients * Limits.fileBundles))
    }
    let copies = zip(recipients.devices, paths).map {
      MessageRecord.Copy(recipient: $0.deviceID, path: $1, state: .sealedToFile)
    }
    try change.transaction.openConversation(audience.conversation).put(
      MessageRecord(
        key: MessageKey(author: profile.identity.deviceID, id: content.messageID),
        conversation: audience.conversation, direction: .outgoing, sentAt: content.sentAt, storedAt: change.now,
        groupID: audience.group, content: content.padded, copies: copies))
    let view = ProfileView(change.transaction, profile)
    return Sealed(
      messageID: content.messageID, header: file.header(), recipients: try copies.map(view.delivery))
  }
}
