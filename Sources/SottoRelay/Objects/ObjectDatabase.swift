import SottoSQLite

/// What is known of each object; its bytes lie in a file. A database of its own, so that uploads and pushes do not wait
/// for each other's commits.
enum ObjectDatabase {
  static let migrations = [
    Migration(
      """
      CREATE TABLE objects (
        id BLOB PRIMARY KEY,
        mailbox BLOB NOT NULL,
        deletion_hash BLOB NOT NULL,
        size INTEGER NOT NULL,
        -- Bytes that are on disk for certain; the object is complete when this is its size.
        stored INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX objects_by_mailbox ON objects (mailbox, size);
      CREATE INDEX objects_by_expiry ON objects (expires_at);
      """)
  ]

  static func openForWriting(_ path: String) throws(SQLiteError) -> Connection {
    let connection = try Connection(path: path)
    try RelayDatabase.configure(connection)
    try connection.migrate(migrations)
    return connection
  }
}
