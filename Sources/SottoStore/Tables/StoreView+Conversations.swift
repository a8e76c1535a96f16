import SottoCore

extension StoreView {
  /// The messages of a conversation; nil where there is none.
  public func messages(in id: ConversationID) throws(StoreError) -> ConversationMessages<Access>? {
    try conversations.get(id).map { ConversationMessages($0, session) }
  }

  /// A message wherever it stands.
  public func message(_ key: MessageKey) throws(StoreError) -> Row<MessageRecord>? {
    guard let place = try places.get(key) else { return nil }
    return try messages(in: place.conversation)?.get(key)
  }

  var places: SealedTable<MessageKey, PlaceRecord, Access> {
    SealedTable(TableDefinition("places"), session)
  }
}

extension StoreView where Access == ReadWrite {
  /// The messages of a conversation, which is begun where there is none.
  public func openConversation(_ id: ConversationID) throws(StoreError) -> ConversationMessages<ReadWrite> {
    if let messages = try messages(in: id) { return messages }
    let conversation = ConversationRecord(id: id, random: session.random)
    try conversations.put(id, conversation)
    return ConversationMessages(conversation, session)
  }

  /// Marks everything up to `arrival` as read. Never takes anything back.
  public func markRead(_ id: ConversationID, through arrival: RowNumber) throws(StoreError) {
    guard var conversation = try conversations.get(id), conversation.readThrough < arrival else { return }
    conversation.readThrough = arrival
    try conversations.put(id, conversation)
  }

  /// Deletes a conversation with all its messages; their key goes with it.
  public func deleteConversation(_ id: ConversationID) throws(StoreError) {
    try messages(in: id)?.deleteAll()
    try conversations.delete(id)
  }
}
