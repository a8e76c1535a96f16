import SottoCore
import SottoCrypto
import SottoSQLite
import SottoWire

/// Whether a view of the store can change it.
public protocol StoreAccess {}
public enum ReadOnly: StoreAccess {}
public enum ReadWrite: StoreAccess {}

/// Records in a table of the store, each in a padded box of its own. Valid within the `read` or `write` that gave it.
public struct SealedTable<Key: TableKey, Record: WireCodable, Access: StoreAccess> {
  let session: StoreSession
  let definition: TableDefinition<Key, Record>
  let open: OpenTable

  init(_ definition: TableDefinition<Key, Record>, _ session: StoreSession, cipher: TableCipher? = nil) {
    self.session = session
    self.definition = definition
    let indexes = definition.secondIndex != nil ? 2 : definition.firstIndex != nil ? 1 : 0
    let table = session.table(definition.name, indexes: indexes)
    open = cipher.map { OpenTable(cipher: $0, statements: table.statements) } ?? table
  }

  func token(_ key: Key) -> Token { open.cipher.token(.row, key.keyBytes) }

  // MARK: One record

  public func get(_ key: Key) throws(StoreError) -> Record? {
    try row(key)?.record
  }

  public func row(_ key: Key) throws(StoreError) -> Row<Record>? {
    try rows(open.statements.get, [.blob(token(key).bytes)]).first
  }

  public func contains(_ key: Key) throws(StoreError) -> Bool {
    try database { () throws(SQLiteError) in
      try session.connection.first(open.statements.contains, .blob(token(key).bytes)) { _ in true } ?? false
    }
  }

  // MARK: Many records

  public func count() throws(StoreError) -> Int {
    try database { () throws(SQLiteError) in
      try session.connection.first(open.statements.count) { Int($0.integer(0)) } ?? 0
    }
  }

  /// All records in order of arrival. For tables that stay small.
  public func all() throws(StoreError) -> [Record] {
    try after(.start).map(\.record)
  }

  /// Up to `limit` rows that came after `arrival`, the oldest first.
  public func after(_ arrival: RowNumber, limit: Int = .max) throws(StoreError) -> [Row<Record>] {
    try rows(open.statements.after, [.integer(Int64(clamping: arrival.rawValue)), .integer(limit)])
  }

  /// As `after`, past the rows that are damaged.
  public func intact(after arrival: RowNumber, limit: Int) throws(StoreError) -> [Row<Record>] {
    try intactRows(open.statements.after, [.integer(Int64(clamping: arrival.rawValue))], limit: limit)
  }

  /// Up to `limit` rows that came before `arrival` (nil: the newest), the newest first.
  public func before(_ arrival: RowNumber?, limit: Int) throws(StoreError) -> [Row<Record>] {
    try rows(open.statements.before, [.integer(Int64(clamping: arrival?.rawValue ?? .max)), .integer(limit)])
  }

  /// What can still be read where rows or pages are damaged, and whether anything could not.
  public func readable() -> (rows: [Row<Record>], isDamaged: Bool) {
    readable(open.statements.after, open.statements.before, [])
  }

  func readable(_ kind: TokenKind, _ value: [UInt8]) -> (rows: [Row<Record>], isDamaged: Bool) {
    let index = Int(kind.rawValue) - 1
    return readable(
      open.statements.matching[index], open.statements.matchingBefore[index], [indexed(kind, value)])
  }

  /// Whether every row of an index value can be read.
  func isIntact(_ kind: TokenKind, _ value: [UInt8]) -> Bool {
    let sql = open.statements.matching[Int(kind.rawValue) - 1]
    do throws(StoreError) {
      try forEach(sql, [indexed(kind, value), .integer(0), .integer(Int64.max)]) { (_, token, box) throws(StoreError) in
        _ = try open.cipher.open(Record.self, box, token: token)
        return true
      }
      return true
    } catch {
      return false
    }
  }

  private func readable(
    _ forwards: String, _ backwards: String, _ values: [Value]
  ) -> (rows: [Row<Record>], isDamaged: Bool) {
    var rows: [RowNumber: Row<Record>] = [:]
    var isDamaged = false
    // A damaged page ends a walk; the one from the other end finds what lies behind it.
    for (sql, start) in [(forwards, 0), (backwards, Int64.max)] {
      do throws(StoreError) {
        try forEach(sql, values + [.integer(start), .integer(Int64.max)]) { (arrival, token, box) in
          if let record = try? open.cipher.open(Record.self, box, token: token) {
            rows[arrival] = Row(arrival: arrival, record: record)
          } else {
            isDamaged = true
          }
          return true
        }
        // Nothing stopped it: there is nothing more to find.
        break
      } catch {
        isDamaged = true
      }
    }
    return (rows.values.sorted { $0.arrival < $1.arrival }, isDamaged)
  }

  // MARK: Within an index

  func indexed(_ kind: TokenKind, _ value: [UInt8]) -> Value {
    .blob(open.cipher.token(kind, value).bytes)
  }

  /// Past the rows that are damaged: one of them hides nothing but itself.
  func matching(
    _ kind: TokenKind, _ value: [UInt8], after arrival: RowNumber = .start, limit: Int = .max
  ) throws(StoreError) -> [Row<Record>] {
    try intactRows(
      open.statements.matching[Int(kind.rawValue) - 1],
      [indexed(kind, value), .integer(Int64(clamping: arrival.rawValue))], limit: limit)
  }

  func matching(
    _ kind: TokenKind, _ value: [UInt8], before arrival: RowNumber?, limit: Int
  ) throws(StoreError) -> [Row<Record>] {
    try intactRows(
      open.statements.matchingBefore[Int(kind.rawValue) - 1],
      [indexed(kind, value), .integer(Int64(clamping: arrival?.rawValue ?? .max))], limit: limit)
  }

  func countMatching(
    _ kind: TokenKind, _ value: [UInt8], after arrival: RowNumber = .start
  ) throws(StoreError) -> Int {
    let sql = open.statements.countMatching[Int(kind.rawValue) - 1]
    return try database { () throws(SQLiteError) in
      try session.connection.first(sql, indexed(kind, value), .integer(Int64(clamping: arrival.rawValue))) {
        Int($0.integer(0))
      } ?? 0
    }
  }

  // MARK: Reading

  private func rows(_ sql: String, _ values: [Value]) throws(StoreError) -> [Row<Record>] {
    var rows: [Row<Record>] = []
    try forEach(sql, values) { (arrival, token, box) throws(StoreError) in
      rows.append(Row(arrival: arrival, record: try open.cipher.open(Record.self, box, token: token)))
      return true
    }
    return rows
  }

  /// `limit`, which comes last among the values of `sql`, counts the rows that can be read.
  private func intactRows(_ sql: String, _ values: [Value], limit: Int) throws(StoreError) -> [Row<Record>] {
    var rows: [Row<Record>] = []
    guard limit > 0 else { return rows }
    try forEach(sql, values + [.integer(Int64.max)]) { (arrival, token, box) throws(StoreError) in
      if let record = try? open.cipher.open(Record.self, box, token: token) {
        rows.append(Row(arrival: arrival, record: record))
      }
      return rows.count < limit
    }
    return rows
  }

  /// Until `body` returns false
  private func forEach(
    _ sql: String, _ values: [Value], _ body: (RowNumber, Token, [UInt8]) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let statement = try database { () throws(SQLiteError) in
      let statement = try session.connection.prepare(sql)
      try statement.bind(values)
      return statement
    }
    defer { statement.reset() }
    while try database({ () throws(SQLiteError) in try statement.step() }) {
      guard let token = Token(statement.blob(1)) else { throw .damaged(.table(definition.name)) }
      let goesOn = try body(RowNumber(rawValue: UInt64(clamping: statement.integer(0))), token, statement.blob(2))
      guard goesOn else { return }
    }
  }
}

// MARK: Writing

extension SealedTable where Access == ReadWrite {
  /// Adds the record, or replaces the one of this key in its place. Returns that place.
  @discardableResult
  public func put(_ key: Key, _ record: Record) throws(StoreError) -> RowNumber {
    let token = token(key)
    var values: [Value] = [.blob(token.bytes)]
    if let index = definition.firstIndex { values.append(indexed(.firstIndex, index(key, record))) }
    if let index = definition.secondIndex { values.append(indexed(.secondIndex, index(key, record))) }
    let box = try open.cipher.seal(record: record, token: token, size: definition.size, random: session.random)
    if definition.isSpooled { session.spoolRows += Spool.rowCount(for: BoxSize.contentSize(ofBox: box.count)) }
    values.append(.blob(box))
    guard let arrival = try session.write(open.statements.put, values) else {
      throw .damaged(.table(definition.name))
    }
    return arrival
  }

  public func delete(_ key: Key) throws(StoreError) {
    _ = try session.write(open.statements.delete, [.blob(token(key).bytes)])
  }

  /// Deletes the oldest records beyond `count`.
  public func trim(to count: Int) throws(StoreError) {
    _ = try session.write(open.statements.trim, [.integer(count)])
  }

  /// The place that the next new record gets.
  public func next() throws(StoreError) -> RowNumber {
    let last = try database { () throws(SQLiteError) in
      try session.connection.first(open.statements.sequence) { UInt64(clamping: $0.integer(0)) } ?? 0
    }
    return RowNumber(rawValue: last + 1)
  }

  func deleteMatching(_ kind: TokenKind, _ value: [UInt8]) throws(StoreError) {
    _ = try session.write(open.statements.deleteMatching[Int(kind.rawValue) - 1], [indexed(kind, value)])
  }
}
