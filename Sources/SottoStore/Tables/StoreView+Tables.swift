import SottoCore
import SottoWire

extension StoreView {
  public var settings: SettingsTable<Access> { SettingsTable(session: session) }

  public var contacts: SealedTable<ContactID, ContactRecord, Access> {
    SealedTable(TableDefinition("contacts", isSpooled: true), session)
  }

  /// Changed by `openConversation`, `markRead` and `deleteConversation`.
  public var conversations: SealedTable<ConversationID, ConversationRecord, Access> {
    SealedTable(TableDefinition("conversations"), session)
  }

  /// Messages that were handled
  public var dedup: SealedTable<MessageKey, DedupRecord, Access> {
    SealedTable(TableDefinition("dedup"), session)
  }

  /// Bundles in files that were opened
  public var fileTokens: SealedTable<FileToken, FileTokenRecord, Access> {
    SealedTable(TableDefinition("file_tokens"), session)
  }

  /// By the place of each, from `next()`; bounded by `trim(to:)`
  public var issues: SealedTable<RowNumber, IssueRecord, Access> {
    SealedTable(TableDefinition("issues"), session)
  }

  /// By their file in `objects/`
  public var attachments: SealedTable<FileName, AttachmentRecord, Access> {
    SealedTable(TableDefinition("attachments", firstIndex: { $1.message.keyBytes }), session)
  }

  /// By the sequence of their entry
  public var outboxBodies: SealedTable<RowNumber, OutboxBody, Access> {
    SealedTable(TableDefinition("outbox_bodies"), session)
  }
}

extension SealedTable where Key == FileName, Record == AttachmentRecord {
  /// In the order in which they came
  public func of(_ message: MessageKey) throws(StoreError) -> [AttachmentRecord] {
    try matching(.firstIndex, message.keyBytes).map(\.record)
  }
}

extension TableKey where Self: Identifier {
  public var keyBytes: [UInt8] { bytes }
}

extension ContactID: TableKey {}
extension DeviceID: TableKey {}
extension FileName: TableKey {}
