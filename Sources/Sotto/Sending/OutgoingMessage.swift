import SottoCore
import SottoCrypto
import SottoStore

/// A message on its way into the store and the outbox, inside one transaction.
struct OutgoingMessage {
  let change: OutboxChange
  let text: String
  let attachments: [SealedAttachment]

  private var profile: OpenProfile { change.profile }

  func queue(for audience: Audience) throws -> SendResult {
    let recipients = try change.recipients(audience.devices)
    guard !recipients.devices.isEmpty else {
      throw recipients.refused.isEmpty
        ? SottoError.noRecipients : SottoError.trustNeeded(name: audience.name, .deviceNotListed)
    }
    let envelope = ContentEnvelope(
      messageID: .random(profile.random), sentAt: change.now,
      message: try MessageBody(text: text, attachments: attachments.map(\.attachment)))
    let content = try ContentSealer.Content(envelope)
    let copies = try ContentSealer(change: change).seal(content, to: recipients.devices, group: audience.group)
    let message = MessageRecord(
      key: MessageKey(author: profile.identity.deviceID, id: content.messageID),
      conversation: audience.conversation, direction: .outgoing, sentAt: content.sentAt, storedAt: change.now,
      groupID: audience.group, content: content.padded,
      copies: copies.map { .init(recipient: $0.peer.deviceID, path: $0.path, state: .queued) })
    try change.transaction.openConversation(audience.conversation).put(message)
    for copy in copies { try queue(copy, of: message) }
    for (index, file) in attachments.enumerated() { try store(file, index: index, of: message.key) }
    let view = ProfileView(change.transaction, profile)
    return SendResult(messageID: content.messageID, recipients: try message.copies.map(view.delivery))
  }

  private func queue(_ copy: ContentSealer.Copy, of message: MessageRecord) throws {
    var queued = QueuedCopy(to: copy.peer, messageID: message.key.id, kind: .bundle, terms: .message)
    queued.prekey = copy.prekey
    queued.conversation = message.conversation
    queued.uploads = attachments.map(\.object)
    try change.add(queued, body: OutboxBody(envelope: copy.envelope))
  }

  private func store(_ file: SealedAttachment, index: Int, of message: MessageKey) throws {
    try change.transaction.attachments.put(
      file.object,
      AttachmentRecord(
        object: file.object, message: message, index: UInt8(index), state: .outgoing, size: file.sealedSize,
        objectID: file.attachment.location?.object, deletionKey: file.deletionKey))
  }
}
