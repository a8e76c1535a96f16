import SottoCore
import SottoStore

// Rows of the outbox that cannot be read: what they carried will not be sent.
extension OutboxChange {
  private static let page = 256

  /// Says so once, until the issues are cleared: in the issues, and on the messages whose copies they were.
  func reportDamagedEntries() throws {
    let isKnown = transaction.issues.readable().rows.contains {
      $0.record.issue == .sendFailed(.cannotSeal) && $0.record.messageID == nil
    }
    guard !isKnown else { return }
    try report(.sendFailed(.cannotSeal))
    for conversation in transaction.conversations.readable().rows { try failLostCopies(in: conversation.record.id) }
  }

  private func failLostCopies(in conversation: ConversationID) throws {
    guard let messages = try transaction.messages(in: conversation) else { return }
    var place = RowNumber.start
    while true {
      let page = try messages.after(place, limit: Self.page)
      guard let last = page.last else { return }
      place = last.arrival
      for row in page where row.record.copies.contains(where: \.state.isWaiting) { try failLostCopies(of: row.record) }
    }
  }

  /// A copy that waits has an entry, unless that is what was lost.
  private func failLostCopies(of message: MessageRecord) throws {
    let entries = try transaction.outbox.of(message.key.id)
    for copy in message.copies where copy.state.isWaiting {
      guard !entries.contains(where: { $0.recipient == copy.recipient }) else { continue }
      try update(message.key.id, copyTo: copy.recipient, to: .failed(.cannotSeal))
    }
  }
}
