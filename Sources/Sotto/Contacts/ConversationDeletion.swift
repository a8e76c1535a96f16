import SottoCore
import SottoStore

/// A conversation with everything that belongs to its messages, inside one transaction.
struct ConversationDeletion {
  private static let page = 256

  let change: OutboxChange
  private var transaction: StoreTransaction { change.transaction }

  init(change: OutboxChange) {
    self.change = change
  }

  /// What of it waits to be sent is not sent any more. Returns the objects that no attachment names any more.
  func delete(_ id: ConversationID) throws -> [FileName] {
    guard let messages = try transaction.messages(in: id) else { return [] }
    var objects: [FileName] = []
    var place = RowNumber.start
    while true {
      let page = try messages.after(place, limit: Self.page)
      guard let last = page.last else { break }
      place = last.arrival
      for row in page {
        if row.record.direction == .outgoing { try abandonCopies(of: row.record.key.id, in: id) }
        objects += try deleteAttachments(of: row.record.key)
      }
    }
    try transaction.deleteConversation(id)
    return objects
  }

  private func abandonCopies(of message: MessageID, in id: ConversationID) throws {
    for record in try transaction.outbox.of(message) where record.conversation == id { try change.abandon(record) }
  }

  private func deleteAttachments(of message: MessageKey) throws -> [FileName] {
    let attachments = try transaction.attachments.of(message)
    for attachment in attachments { try transaction.attachments.delete(attachment.object) }
    return attachments.map(\.object)
  }
}
