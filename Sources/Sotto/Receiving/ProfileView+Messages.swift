import SottoCore
import SottoStore

extension ProfileView {
  func summary(of record: MessageRecord, isNew: Bool) throws -> MessageSummary {
    let content = Result { () throws(ContentError) in try ContentEnvelope(padded: record.content) }
    let (text, attachments, notice) = display(content)
    return MessageSummary(
      id: record.key.id, direction: record.direction == .incoming ? .incoming : .outgoing,
      author: record.key.author, authorName: try name(of: record.key.author),
      conversation: try conversationName(record.conversation), group: record.groupID, sentAt: record.sentAt,
      storedAt: record.storedAt, text: text, attachments: try summaries(of: attachments, in: record.key),
      isNew: record.direction == .incoming && isNew,
      clockDiffers: record.direction == .incoming && record.clockDiffers, notice: notice,
      deliveries: try record.copies.map(delivery))
  }

  private func display(
    _ content: Result<ContentEnvelope, ContentError>
  ) -> (text: String, attachments: [Attachment], notice: MessageSummary.Notice?) {
    switch content {
    case .success(let envelope):
      switch envelope.body {
      case .message(let message): (message.text, message.attachments, nil)
      case .receipt: ("", [], .undisplayable)
      case .notYetUnderstood: ("", [], .newerVersion)
      }
    case .failure(let error):
      ("", [], error.requiresUpdate ? .newerVersion : .undisplayable)
    }
  }

  private func summaries(of attachments: [Attachment], in message: MessageKey) throws -> [AttachmentSummary] {
    guard !attachments.isEmpty else { return [] }
    let records = try store.attachments.of(message)
    return attachments.enumerated().map { index, attachment in
      let record = records.first { Int($0.index) == index }
      return AttachmentSummary(
        index: index, name: attachment.name, mediaType: attachment.mediaType, size: attachment.size,
        state: state(of: record, isInFile: attachment.location == nil))
    }
  }

  private func state(of record: AttachmentRecord?, isInFile: Bool) -> AttachmentSummary.State {
    switch record?.state {
    case .outgoing: .uploading
    case .uploaded, .complete: .local
    case .failed: .missing
    case .incoming, nil: isInFile ? .inFile : .remote
    }
  }

  func delivery(_ copy: MessageRecord.Copy) throws -> RecipientDelivery {
    RecipientDelivery(
      device: copy.recipient, name: try name(of: copy.recipient), state: DeliveryState(copy.state),
      longTermPath: !copy.path.usesPrekey, isHybrid: copy.path.isHybrid)
  }
}

extension MessageRecord {
  /// None where the content cannot be read
  var attachments: [Attachment] {
    guard case .message(let message)? = (try? ContentEnvelope(padded: content))?.body else { return [] }
    return message.attachments
  }

  /// Whether its author's clock is far from this device's.
  var clockDiffers: Bool {
    max(sentAt.since(storedAt), storedAt.since(sentAt)) > Limits.clockTolerance
  }
}
