/// One step of a schema. A released one is never changed: the next version of the program adds another.
public struct Migration: Sendable {
  /// SQL statements, run in order.
  public let sql: String

  public init(_ sql: String) { self.sql = sql }
}

extension Connection {
  /// The number of migrations that the file has seen.
  public var schemaVersion: Int {
    get throws(SQLiteError) { Int(try first("PRAGMA user_version") { $0.integer(0) } ?? 0) }
  }

  /// Brings the schema to the newest version in one transaction: either all missing steps are done, or none.
  ///
  /// A file that has seen more steps than there are is left as it is: `newerSchema`.
  public func migrate(_ migrations: [Migration]) throws(SQLiteError) {
    guard try needsMigration(migrations) else { return }
    try transaction { () throws(SQLiteError) in try applyMigrations(migrations) }
  }

  /// `migrate` within a transaction that is open already.
  public func applyMigrations(_ migrations: [Migration]) throws(SQLiteError) {
    // Another process may have done it before the lock was ours.
    guard try needsMigration(migrations) else { return }
    for migration in migrations[try schemaVersion...] { try execute(migration.sql) }
    try execute("PRAGMA user_version = \(migrations.count)")
  }

  private func needsMigration(_ migrations: [Migration]) throws(SQLiteError) -> Bool {
    let found = try schemaVersion
    guard (0...migrations.count).contains(found) else {
      throw .newerSchema(found: found, supported: migrations.count)
    }
    return found < migrations.count
  }
}
