import SottoCore
import SottoStore

extension OutboxChange {
  private static let readPage = 256

  /// Marks what came up to `arrival` as read. Authors whose messages came by a relay are told.
  func markRead(_ id: ConversationID, through arrival: RowNumber) throws {
    guard let messages = try transaction.messages(in: id) else { return }
    var place = messages.conversation.readThrough
    try transaction.markRead(id, through: arrival)
    while place < arrival {
      let page = try messages.after(place, limit: Self.readPage)
      guard let last = page.last else { return }
      place = last.arrival
      for row in page where row.arrival <= arrival { try tellThatRead(row.record) }
    }
  }

  private func tellThatRead(_ message: MessageRecord) throws {
    guard message.direction == .incoming, (try? ContentEnvelope(padded: message.content)) != nil else { return }
    // What came in a file is known for ever and answered by nothing.
    guard try unlessDamaged({ try transaction.dedup.get(message.key) })?.handled != nil else { return }
    try addReceipt(.read, for: message.key.id, to: message.key.author)
  }
}
