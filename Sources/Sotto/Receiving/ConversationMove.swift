import SottoCore
import SottoStore

/// What a device sent while no contact had it moves to the contact that it has now, inside one transaction.
struct ConversationMove {
  private static let page = 256

  let transaction: StoreTransaction

  /// In its order; what was read stays read. The contact is new: nothing stands in its conversation yet.
  func move(from device: DeviceID, to contact: ContactID) throws {
    let target = ConversationID.contact(contact)
    guard let source = try transaction.messages(in: .peer(device)) else { return }
    var place = RowNumber.start
    var readThrough: RowNumber?
    while true {
      let page = try source.after(place, limit: Self.page)
      guard let last = page.last else { break }
      place = last.arrival
      for row in page {
        try source.delete(row.record.key)
        let arrival = try transaction.openConversation(target).put(row.record.moved(to: target))
        if row.arrival <= source.conversation.readThrough { readThrough = arrival }
      }
    }
    if let readThrough { try transaction.markRead(target, through: readThrough) }
    try transaction.deleteConversation(.peer(device))
  }
}

extension MessageRecord {
  fileprivate func moved(to conversation: ConversationID) -> MessageRecord {
    MessageRecord(
      key: key, conversation: conversation, direction: direction, sentAt: sentAt, storedAt: storedAt,
      groupID: groupID, content: content, copies: copies, handlerGaveUp: handlerGaveUp)
  }
}
