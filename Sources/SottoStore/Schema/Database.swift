import SottoSQLite

/// Opens `store.db` as the store wants it.
package enum Database {
  /// `secure_delete`: what is deleted is overwritten. `trusted_schema`, `cell_size_check`: a damaged or edited file is
  /// an error, not behaviour. `temp_store`: nothing is written outside the folder.
  private static let settings = """
    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF;
    PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY
    """

  /// A new database with all tables; the file is there, and empty.
  package static func create(_ path: String) throws(StoreError) -> Connection {
    try database { () throws(SQLiteError) in
      let connection = try Connection(path: path, access: .readWrite)
      try connection.execute(settings)
      return connection
    }
  }

  package static func open(_ path: String) throws(StoreError) -> Connection {
    try database { () throws(SQLiteError) in
      let connection = try Connection(path: path, access: .readWrite)
      guard try connection.schemaVersion > 0 else { throw .corrupt }
      try connection.execute(settings)
      try connection.migrate(Schema.migrations)
      return connection
    }
  }

  package static func openReader(_ path: String) throws(StoreError) -> Connection {
    try database { () throws(SQLiteError) in try Connection(path: path, access: .readOnly) }
  }
}
