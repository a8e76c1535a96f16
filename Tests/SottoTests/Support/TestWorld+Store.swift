import SottoSQLite
import SottoStore

extension TestWorld {
  /// The store of a profile that nobody has open.
  func withStore<Result>(_ name: String, _ body: (ProfileStore) throws -> Result) throws -> Result {
    let store = try ProfileStore.open(path(name))
    defer { store.close() }
    return try body(store)
  }

  /// Changes the database of a profile that nobody has open, as nobody with its keys would.
  func edit(_ name: String, _ sql: String) throws {
    try Connection(path: path(name) + "/store.db", access: .readWrite).execute(sql)
  }

  /// The oldest row of a table becomes zeros.
  func damageOldestRow(of table: String, in name: String) throws {
    try edit(
      name,
      "UPDATE \(table) SET box = zeroblob(length(box)) WHERE arrival = (SELECT min(arrival) FROM \(table))")
  }
}
