import SottoCore
import SottoCrypto

/// The messages of one conversation, sealed and found under its own key, in order of arrival.
/// Valid within the `read` or `write` that gave it.
public struct ConversationMessages<Access: StoreAccess> {
  static var name: String { "messages" }

  public let conversation: ConversationRecord
  private let table: SealedTable<MessageKey, MessageRecord, Access>
  private let session: StoreSession

  init(_ conversation: ConversationRecord, _ session: StoreSession) {
    self.conversation = conversation
    self.session = session
    // Within a conversation's key there is one conversation: the index says nothing more than that.
    let definition = TableDefinition<MessageKey, MessageRecord>(Self.name, firstIndex: { _, _ in [] }, isSpooled: true)
    table = SealedTable(definition, session, cipher: session.keys.messageCipher(conversation.key))
  }

  public func get(_ key: MessageKey) throws(StoreError) -> Row<MessageRecord>? {
    try table.row(key)
  }

  /// Up to `limit` messages that came after `arrival`, the oldest first. Damaged ones are left out, here and in
  /// `before`.
  public func after(_ arrival: RowNumber, limit: Int = .max) throws(StoreError) -> [Row<MessageRecord>] {
    try table.matching(.firstIndex, [], after: arrival, limit: limit)
  }

  /// Up to `limit` messages that came before `arrival` (nil: the newest), the newest first.
  public func before(_ arrival: RowNumber?, limit: Int) throws(StoreError) -> [Row<MessageRecord>] {
    try table.matching(.firstIndex, [], before: arrival, limit: limit)
  }

  public func count() throws(StoreError) -> Int {
    try table.countMatching(.firstIndex, [])
  }

  /// Messages that came after what was read, own ones included.
  public func newCount() throws(StoreError) -> Int {
    try table.countMatching(.firstIndex, [], after: conversation.readThrough)
  }

  /// What can still be read where rows or pages are damaged, and whether anything could not.
  public func readable() -> (rows: [Row<MessageRecord>], isDamaged: Bool) {
    table.readable(.firstIndex, [])
  }

  var isIntact: Bool { table.isIntact(.firstIndex, []) }
}

extension ConversationMessages where Access == ReadWrite {
  /// Adds the message, or replaces it in its place.
  @discardableResult
  public func put(_ message: MessageRecord) throws(StoreError) -> RowNumber {
    try StoreView(session: session).places.put(message.key, PlaceRecord(conversation: conversation.id))
    return try table.put(message.key, message)
  }

  public func delete(_ key: MessageKey) throws(StoreError) {
    try StoreView(session: session).places.delete(key)
    try table.delete(key)
  }

  func deleteAll() throws(StoreError) {
    var arrival = RowNumber.start
    while true {
      let rows = try after(arrival, limit: 256)
      guard let last = rows.last else { break }
      for row in rows { try StoreView(session: session).places.delete(row.record.key) }
      arrival = last.arrival
    }
    try table.deleteMatching(.firstIndex, [])
  }
}
