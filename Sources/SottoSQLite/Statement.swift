import CSQLite

/// A prepared statement: bind, then step until it says that no row is left. Parameters count from 1, columns from 0.
public final class Statement {
  private var handle: OpaquePointer?
  // The connection keeps its statements, not they it.
  private unowned let connection: Connection

  init(_ sql: String, connection: Connection, flags: UInt32) throws(SQLiteError) {
    self.connection = connection
    try connection.check(sqlite3_prepare_v3(connection.handle, sql, -1, flags, &handle, nil))
  }

  deinit { finalize() }

  /// After it every call fails.
  func finalize() {
    sqlite3_finalize(handle)
    handle = nil
  }

  /// Between its first row and its end.
  var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// Ready to be bound and run again; forgets what was bound.
  public func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// False at the end. An error ends the statement.
  public func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      // The error number of the system is that of this failure only until the next call.
      let error = SQLiteError(code: code, systemError: sqlite3_system_errno(connection.handle))
      reset()
      throw error
    }
  }

  // MARK: Parameters

  /// Binds all parameters, from the first.
  public func bind(_ values: [Value]) throws(SQLiteError) {
    for (index, value) in values.enumerated() { try bind(value, at: index + 1) }
  }

  public func bind(_ value: Value, at index: Int) throws(SQLiteError) {
    switch value {
    case .null: try connection.check(sqlite3_bind_null(handle, Int32(index)))
    case .integer(let number): try connection.check(sqlite3_bind_int64(handle, Int32(index), number))
    case .text(let text):
      try connection.check(sotto_sqlite3_bind_text(handle, Int32(index), text, Int32(clamping: text.utf8.count)))
    case .blob(let bytes):
      try connection.check(
        bytes.withUnsafeBytes {
          sotto_sqlite3_bind_blob(handle, Int32(index), $0.baseAddress, Int32(clamping: $0.count))
        })
    }
  }

  /// Copies `bytes` once, into SQLite's own memory.
  public func bind(_ bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError) {
    try connection.check(
      sotto_sqlite3_bind_blob(handle, Int32(index), bytes.baseAddress, Int32(clamping: bytes.count)))
  }

  // MARK: Columns

  public func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  /// Zero for NULL
  public func integer(_ column: Int) -> Int64 {
    sqlite3_column_int64(handle, Int32(column))
  }

  /// Empty for NULL
  public func text(_ column: Int) -> String {
    withBlob(column) { String(decoding: $0, as: UTF8.self) }
  }

  /// Empty for NULL
  public func blob(_ column: Int) -> [UInt8] {
    withBlob(column) { [UInt8]($0) }
  }

  /// The bytes of a blob where SQLite has them: nothing is copied, and they go with the next step.
  public func withBlob<Result, Failure: Error>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SQLite wants the size asked for after the bytes, which may convert the value.
    let start = sqlite3_column_blob(handle, Int32(column))
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, Int32(column)))
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }
}
