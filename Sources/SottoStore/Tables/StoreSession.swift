import SottoCore
import SottoCrypto
import SottoSQLite

/// One connection with the keys of the open depth. Used by one thread at a time.
final class StoreSession {
  let connection: Connection
  let keys: StoreKeys
  let random: any RandomSource
  let faults: any StoreFaults
  /// Spool rows that what was saved in this transaction would have taken.
  var spoolRows = 0
  private var openTables: [String: OpenTable] = [:]

  init(connection: Connection, keys: StoreKeys, random: any RandomSource, faults: any StoreFaults) {
    self.connection = connection
    self.keys = keys
    self.random = random
    self.faults = faults
  }

  func table(_ name: String, indexes: Int) -> OpenTable {
    if let open = openTables[name] { return open }
    let open = OpenTable(cipher: keys.cipher(name), statements: TableStatements(name, indexes: indexes))
    openTables[name] = open
    return open
  }

  /// Runs one statement that changes a row. nil where it returns no row number, or one that we never write.
  func write(_ sql: String, _ bindings: [Value]) throws(StoreError) -> RowNumber? {
    try faults.check(.row)
    return try database { () throws(SQLiteError) in
      let statement = try connection.prepare(sql)
      defer { statement.reset() }
      try statement.bind(bindings)
      var arrival: RowNumber?
      while try statement.step() { arrival = UInt64(exactly: statement.integer(0)).map(RowNumber.init) }
      return arrival
    }
  }
}

/// A table's keys and SQL.
struct OpenTable {
  let cipher: TableCipher
  let statements: TableStatements
}

/// What an open profile has in memory.
struct StoreKeys {
  let depthKeys: DepthKeys
  let floorKey: FloorKey
  /// Random, kept when the floor key changes: tokens stay as they are
  let tokenKey: SecretBytes

  func cipher(_ table: String) -> TableCipher {
    TableCipher(table: table, sealing: floorKey.secret, tokens: tokenKey)
  }

  func messageCipher(_ conversationKey: SymmetricKey) -> TableCipher {
    TableCipher(table: "messages", sealing: conversationKey.secret, tokens: conversationKey.secret)
  }
}
