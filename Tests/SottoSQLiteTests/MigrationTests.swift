import SottoSQLite
import Testing

@Suite struct MigrationTests {
  let folder = TemporaryFolder()
  let steps = [
    Migration("CREATE TABLE a (x INTEGER); INSERT INTO a VALUES (1)"),
    Migration("ALTER TABLE a ADD COLUMN y INTEGER DEFAULT 2"),
  ]

  @Test func everyEarlierVersionReachesTheNewest() throws {
    for start in 0...steps.count {
      let folder = TemporaryFolder()
      let connection = try Connection(path: folder.database)
      try connection.migrate(Array(steps.prefix(start)))
      #expect(try connection.schemaVersion == start)
      try connection.migrate(steps)
      try connection.migrate(steps)
      #expect(try connection.schemaVersion == 2)
      #expect(try connection.query("SELECT x, y FROM a") { [$0.integer(0), $0.integer(1)] } == [[1, 2]])
    }
  }

  @Test func aFailingStepUndoesAll() throws {
    let connection = try Connection(path: folder.database)
    #expect(throws: SQLiteError.self) { try connection.migrate(steps + [Migration("CREATE TABLE a (x)")]) }
    #expect(try connection.schemaVersion == 0)
    #expect(try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } == 0)
    try connection.migrate(steps)
  }

  @Test func aLaterSchemaIsRefusedAndLeftAsItIs() throws {
    let connection = try Connection(path: folder.database)
    try connection.migrate(steps)
    #expect(throws: SQLiteError.newerSchema(found: 2, supported: 1)) { try connection.migrate([steps[0]]) }
    #expect(try connection.schemaVersion == 2)
  }
}
