import CSQLite

/// One connection to a database file. Not safe to use from two threads at once: keep it in an actor or behind a lock.
///
/// Prepared statements are kept for the life of the connection, one for each SQL text.
public final class Connection {
  public enum Access: Sendable {
    /// Opens for writing, makes the file where it does not exist.
    case create
    /// Opens for writing a file that exists.
    case readWrite
    case readOnly
    /// For a file that nobody can change, as on a medium that is mounted for reading: takes no locks, and needs no
    /// file beside it. What is in a write-ahead log is not seen.
    case immutable
  }

  let handle: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// `busyTimeout`: milliseconds to wait for another connection's lock. `system`: the name of a registered
  /// sqlite3_vfs, nil for the operating system's files.
  public init(
    path: String, access: Access = .create, busyTimeout: Int32 = 5_000, system: String? = nil
  ) throws(SQLiteError) {
    let mode =
      switch access {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    var opened: OpaquePointer?
    let name = access == .immutable ? "file:\(Self.escaped(path))?immutable=1" : path
    let code = sqlite3_open_v2(name, &opened, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, system)
    guard let opened, code == SQLITE_OK else {
      let error = SQLiteError(code: code, systemError: opened.map(sqlite3_system_errno) ?? 0)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    sqlite3_busy_timeout(handle, busyTimeout)
    try check(sotto_sqlite3_set_defensive(handle))
  }

  deinit {
    for statement in statements.values { statement.finalize() }
    sqlite3_close_v2(handle)
  }

  /// As the path of a URI, where `?`, `#` and `%` would mean something else.
  private static func escaped(_ path: String) -> String {
    let special: [Character: String] = ["%": "%25", "?": "%3f", "#": "%23"]
    return path.map { special[$0] ?? String($0) }.joined()
  }

  /// Turns a result code into an error.
  func check(_ code: Int32) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw SQLiteError(code: code, systemError: sqlite3_system_errno(handle))
  }

  // MARK: Statements

  /// The statement for `sql`, ready to bind. It stays valid until the same text is prepared again; one that is being
  /// stepped through is left alone and another is made.
  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    if let kept = statements[sql], !kept.isBusy {
      kept.reset()
      return kept
    }
    let made = try Statement(sql, connection: self, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    if statements[sql] == nil { statements[sql] = made }
    return made
  }

  /// Runs one statement to its end; rows it returns are ignored.
  public func run(_ sql: String, _ values: Value...) throws(SQLiteError) {
    let statement = try prepare(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() {}
  }

  /// All rows of a query, each read by `row`.
  public func query<Result>(
    _ sql: String, _ values: Value..., row: (Statement) -> Result
  ) throws(SQLiteError) -> [Result] {
    let statement = try prepare(sql)
    defer { statement.reset() }
    try statement.bind(values)
    var results: [Result] = []
    while try statement.step() { results.append(row(statement)) }
    return results
  }

  /// The first row of a query, nil where there is none.
  public func first<Result>(
    _ sql: String, _ values: Value..., row: (Statement) -> Result
  ) throws(SQLiteError) -> Result? {
    let statement = try prepare(sql)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? row(statement) : nil
  }

  /// Runs SQL of any number of statements without parameters, and keeps none of them: schemas, pragmas.
  public func execute(_ sql: String) throws(SQLiteError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Rows that the last INSERT, UPDATE or DELETE touched.
  public var changes: Int { Int(sqlite3_changes64(handle)) }
  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  // MARK: Transactions

  public enum TransactionKind: String, Sendable {
    /// One snapshot for all reads in it; takes no lock before the first read.
    case deferred = "DEFERRED"
    /// Takes the write lock at once, so that a later statement cannot find it taken.
    case immediate = "IMMEDIATE"
  }

  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  public func begin(_ kind: TransactionKind = .immediate) throws(SQLiteError) {
    try run("BEGIN \(kind.rawValue)")
  }

  /// With `synchronous=FULL`, what was committed is on the disk on return.
  public func commit() throws(SQLiteError) {
    try run("COMMIT")
  }

  /// Undoes an open transaction. SQLite has done so already after some errors, so that nothing is left to fail.
  public func rollback() {
    guard isInTransaction else { return }
    _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  /// Commits what `body` did, or undoes all of it when it or the commit throws.
  public func transaction<Result, Failure: SQLiteErrorConvertible>(
    _ kind: TransactionKind = .immediate, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(SQLiteError) { try begin(kind) } catch { throw Failure(error) }
    do throws(Failure) {
      let result = try body()
      do throws(SQLiteError) { try commit() } catch { throw Failure(error) }
      return result
    } catch {
      rollback()
      throw error
    }
  }

  // MARK: The file as a whole

  /// Whether the operating system let the file be opened for reading only.
  public var isReadOnly: Bool { sqlite3_db_readonly(handle, nil) == 1 }

  public enum Checkpoint: Int32, Sendable {
    /// Copies what it can from the write-ahead log without waiting.
    case passive = 0
    /// Copies all of it and cuts the log to nothing.
    case truncate = 3
  }

  /// Copies the write-ahead log into the database file.
  public func checkpoint(_ mode: Checkpoint) throws(SQLiteError) {
    try check(sqlite3_wal_checkpoint_v2(handle, nil, mode.rawValue, nil, nil))
  }

  /// Bytes of the file whose pages hold nothing any more: what is written next goes there first.
  public var reusableBytes: UInt64 {
    get throws(SQLiteError) {
      let pages = try first("PRAGMA freelist_count") { UInt64(clamping: $0.integer(0)) } ?? 0
      let size = try first("PRAGMA page_size") { UInt64(clamping: $0.integer(0)) } ?? 0
      // A page has at most 64 KiB, and there are fewer than 2³² of them.
      return pages * size
    }
  }

  /// Reads every page; true where all of them are sound.
  public func isIntact() throws(SQLiteError) -> Bool {
    try query("PRAGMA integrity_check(1)") { $0.text(0) } == ["ok"]
  }
}
