import SottoCore

extension StoreView {
  public var peers: SealedTable<DeviceID, PeerRecord, Access> {
    SealedTable(TableDefinition("peers"), session)
  }

  /// Private halves of prekeys that were handed out
  public var prekeys: SealedTable<PrekeyKey, Prekey, Access> {
    SealedTable(TableDefinition("prekeys", firstIndex: { key, _ in key.peer.bytes }), session)
  }

  /// By sequence, which is `next()` for a new entry
  public var outbox: SealedTable<RowNumber, OutboxRecord, Access> {
    SealedTable(
      TableDefinition(
        "outbox", firstIndex: { $1.recipient.bytes }, secondIndex: { $1.messageID.bytes }), session)
  }

  public var groups: GroupTable<Access> { GroupTable(session) }
}

extension SealedTable where Key == PrekeyKey, Record == Prekey {
  /// The oldest first
  public func of(_ peer: DeviceID) throws(StoreError) -> [Prekey] {
    try matching(.firstIndex, peer.bytes).map(\.record)
  }

  public func count(of peer: DeviceID) throws(StoreError) -> Int {
    try countMatching(.firstIndex, peer.bytes)
  }
}

extension SealedTable where Key == PrekeyKey, Record == Prekey, Access == ReadWrite {
  public func deleteAll(of peer: DeviceID) throws(StoreError) {
    try deleteMatching(.firstIndex, peer.bytes)
  }
}

extension SealedTable where Key == RowNumber, Record == OutboxRecord {
  /// In sequence
  public func to(_ recipient: DeviceID) throws(StoreError) -> [OutboxRecord] {
    try matching(.firstIndex, recipient.bytes).map(\.record)
  }

  /// All copies of one message
  public func of(_ message: MessageID) throws(StoreError) -> [OutboxRecord] {
    try matching(.secondIndex, message.bytes).map(\.record)
  }
}
