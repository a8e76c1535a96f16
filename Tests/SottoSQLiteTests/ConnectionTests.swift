import Glibc
import SottoSQLite
import Testing

@Suite struct ConnectionTests {
  let folder = TemporaryFolder()

  func makeConnection() throws -> Connection {
    let connection = try Connection(path: folder.database)
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (k INTEGER PRIMARY KEY, v BLOB UNIQUE)")
    return connection
  }

  @Test func valuesComeBackAsTheyWentIn() throws {
    let connection = try makeConnection()
    try connection.execute("CREATE TABLE mixed (a, b, c, d, e)")
    try connection.run(
      "INSERT INTO mixed VALUES (?, ?, ?, ?, ?)",
      .integer(Int64.min), .text("ü\0x"), .blob([0, 1, 255]), .blob([]), .null)
    let row = try connection.first("SELECT * FROM mixed") {
      ($0.integer(0), $0.text(1), $0.blob(2), $0.isNull(3), $0.blob(3), $0.isNull(4), $0.blob(4))
    }
    let found = try #require(row)
    #expect(found.0 == .min)
    #expect(found.1 == "ü\0x")
    #expect(found.2 == [0, 1, 255])
    #expect(!found.3 && found.4.isEmpty)
    #expect(found.5 && found.6.isEmpty)
  }

  @Test func aThrowingTransactionLeavesNothing() throws {
    let connection = try makeConnection()
    #expect(throws: SQLiteError.busy) {
      try connection.transaction { () throws(SQLiteError) in
        try connection.run("INSERT INTO t VALUES (1, x'00')")
        throw SQLiteError.busy
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.first("SELECT count(*) FROM t") { $0.integer(0) } == 0)
  }

  @Test func aCommittedTransactionIsSeenByAnotherConnection() throws {
    let connection = try makeConnection()
    try connection.transaction { () throws(SQLiteError) in
      try connection.run("INSERT INTO t VALUES (?, ?)", .integer(7), .blob([1]))
    }
    #expect(connection.lastInsertedRow == 7)
    let reader = try Connection(path: folder.database, access: .readOnly)
    #expect(try reader.query("SELECT v FROM t") { $0.blob(0) } == [[1]])
    #expect(throws: SQLiteError.readOnly) { try reader.run("DELETE FROM t") }
  }

  @Test func aReaderKeepsItsSnapshot() throws {
    let writer = try makeConnection()
    let reader = try Connection(path: folder.database, access: .readOnly)
    try reader.transaction(.deferred) { () throws(SQLiteError) in
      #expect(try reader.first("SELECT count(*) FROM t") { $0.integer(0) } == 0)
      try writer.run("INSERT INTO t VALUES (1, x'00')")
      #expect(try reader.first("SELECT count(*) FROM t") { $0.integer(0) } == 0)
    }
    #expect(try reader.first("SELECT count(*) FROM t") { $0.integer(0) } == 1)
  }

  @Test func oneTextCanBeUsedInsideItself() throws {
    let connection = try makeConnection()
    for key in 1...3 { try connection.run("INSERT INTO t VALUES (?, ?)", .integer(key), .blob([UInt8(key)])) }
    let sql = "SELECT k FROM t ORDER BY k"
    let outer = try connection.prepare(sql)
    var pairs: [(Int64, Int64)] = []
    while try outer.step() {
      let inner = try connection.prepare(sql)
      while try inner.step() { pairs.append((outer.integer(0), inner.integer(0))) }
    }
    #expect(pairs.count == 9)
    #expect(pairs.map { $0.0 * 10 + $0.1 } == [11, 12, 13, 21, 22, 23, 31, 32, 33])
  }

  @Test func aTakenLockIsBusy() throws {
    let first = try makeConnection()
    let second = try Connection(path: folder.database, busyTimeout: 0)
    try first.begin(.immediate)
    #expect(throws: SQLiteError.busy) { try second.begin(.immediate) }
    first.rollback()
    try second.begin(.immediate)
    second.rollback()
  }

  @Test func aUniqueRuleIsAConstraint() throws {
    let connection = try makeConnection()
    try connection.run("INSERT INTO t VALUES (1, x'01')")
    let error = #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO t VALUES (2, x'01')") }
    guard case .constraint = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // The statement is usable again.
    try connection.run("INSERT INTO t VALUES (2, x'02')")
    #expect(connection.changes == 1)
  }

  @Test func aMissingFileCannotBeOpened() {
    #expect(throws: SQLiteError.cannotOpen) { _ = try Connection(path: folder.database, access: .readWrite) }
    #expect(throws: SQLiteError.cannotOpen) { _ = try Connection(path: folder.path + "/none/a.db") }
  }

  @Test func anotherKindOfFileIsCorrupt() throws {
    let file = try #require(fopen(folder.database, "w"))
    for _ in 0..<4096 { fputc(0x55, file) }
    fclose(file)
    let connection = try Connection(path: folder.database)
    #expect(throws: SQLiteError.corrupt) { try connection.execute("CREATE TABLE t (x)") }
  }

  @Test func anImmutableFileNeedsNothingBesideIt() throws {
    try makeConnection().run("INSERT INTO t VALUES (1, x'0a')")
    let odd = "\(folder.path)/100%?#.db"
    #expect(rename(folder.database, odd) == 0)
    defer { rename(odd, folder.database) }
    let reader = try Connection(path: odd, access: .immutable)
    #expect(try reader.query("SELECT v FROM t") { $0.blob(0) } == [[10]])
    #expect(reader.isReadOnly)
    #expect(throws: SQLiteError.readOnly) { try reader.run("DELETE FROM t") }
    #expect(access("\(odd)-shm", F_OK) != 0)
  }

  @Test func aFullDatabaseIsFull() throws {
    let connection = try makeConnection()
    try connection.execute("PRAGMA max_page_count = 8")
    #expect(throws: SQLiteError.full) {
      try connection.run("INSERT INTO t VALUES (1, ?)", .blob([UInt8](repeating: 1, count: 100_000)))
    }
    try connection.run("INSERT INTO t VALUES (1, ?)", .blob([1]))
  }

  @Test func checkpointEmptiesTheLog() throws {
    let connection = try makeConnection()
    try connection.run("INSERT INTO t VALUES (1, x'01')")
    var status = stat()
    #expect(stat(folder.database + "-wal", &status) == 0 && status.st_size > 0)
    try connection.checkpoint(.truncate)
    #expect(stat(folder.database + "-wal", &status) == 0 && status.st_size == 0)
    #expect(try connection.isIntact())
  }
}
