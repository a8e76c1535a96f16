import SottoSQLite

/// The database of mailboxes and envelopes.
enum RelayDatabase {
  static let migrations = [
    Migration(
      """
      CREATE TABLE mailboxes (
        id INTEGER PRIMARY KEY,
        key BLOB NOT NULL UNIQUE,
        access_hash BLOB NOT NULL,
        previous_hash BLOB,
        previous_until INTEGER,
        -- Never goes back, so that no arrival number is used twice.
        last_arrival INTEGER NOT NULL,
        expires_at INTEGER,
        opened_at INTEGER NOT NULL
      ) STRICT;

      -- An envelope that waits, and afterwards, without its content, the tombstone that knows its push id.
      CREATE TABLE pushes (
        id INTEGER PRIMARY KEY,
        mailbox INTEGER NOT NULL,
        arrival INTEGER NOT NULL,
        push_id BLOB NOT NULL,
        stored_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        deletion_hash BLOB,
        envelope BLOB
      ) STRICT;
      CREATE UNIQUE INDEX pushes_by_push_id ON pushes (mailbox, push_id);
      CREATE INDEX pushes_waiting ON pushes (mailbox, arrival) WHERE envelope IS NOT NULL;
      CREATE INDEX pushes_by_expiry ON pushes (expires_at);
      """)
  ]

  static func openForWriting(_ path: String) throws(SQLiteError) -> Connection {
    let connection = try Connection(path: path)
    try configure(connection)
    try connection.migrate(migrations)
    return connection
  }

  static func openForReading(_ path: String) throws(SQLiteError) -> Connection {
    try Connection(path: path, access: .readOnly)
  }

  /// A commit is on disk when it returns: the log is synchronised with each. A log that grew gives its space back.
  static func configure(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = 4000;
      PRAGMA journal_size_limit = 16777216;
      PRAGMA cache_size = -32768;
      """)
  }
}
