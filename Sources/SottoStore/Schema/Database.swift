import SottoSQLite

/// Opens `store.db` as the store wants it.
package enum Database {
  /// `secure_delete`: what is deleted is overwritten.
  private static let writing = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;"
  /// `trusted_schema`, `cell_size_check`: a damaged or edited file is an error, not behaviour. `temp_store`: nothing is
  /// written outside the folder.
  private static let reading =
    "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;"

  /// A new database with all tables; the file is there, and empty.
  package static func create(_ path: String) throws(StoreError) -> Connection {
    try database { () throws(SQLiteError) in
      let connection = try Connection(path: path, access: .readWrite)
      try connection.execute(reading + writing)
      return connection
    }
  }

  package static func open(_ path: String) throws(StoreError) -> Connection {
    try database { () throws(SQLiteError) in
      var connection = try Connection(path: path, access: .readWrite)
      if connection.isReadOnly, !hasLog(path) { connection = try Connection(path: path, access: .immutable) }
      try connection.execute(reading)
      let version = try connection.schemaVersion
      guard version > 0 else { throw .corrupt }
      guard version <= Schema.migrations.count else {
        throw .newerSchema(found: version, supported: Schema.migrations.count)
      }
      if !connection.isReadOnly {
        try connection.execute(writing)
        try connection.migrate(Schema.migrations)
      }
      return connection
    }
  }

  /// A crash leaves one, with its index beside it; both are enough to read by. Without them SQLite would have to make
  /// an index, which it cannot where nothing can be written.
  private static func hasLog(_ path: String) -> Bool {
    FileSystem(faults: NoFaults()).exists(path + "-wal")
  }

  package static func openReader(_ path: String) throws(StoreError) -> Connection {
    try database { () throws(SQLiteError) in
      let connection = try Connection(path: path, access: .readOnly)
      try connection.execute(reading)
      return connection
    }
  }
}
