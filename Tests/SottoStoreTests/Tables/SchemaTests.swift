import SottoCore
import SottoCrypto
import SottoSQLite
import SottoStore
import TestSupport
import Testing

@Suite struct SchemaTests {
  let folder = TemporaryFolder()
  let random = SeededRandom(seed: 14)

  private func open() throws -> Connection {
    try Connection(path: "\(folder.profile)/store.db")
  }

  private func columns() throws -> [(table: String, name: String, type: String)] {
    let connection = try open()
    let tables = try connection.query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'") { $0.text(0) }
    return try tables.flatMap { table in
      try connection.query("PRAGMA table_info(\(table))") { (table, $0.text(1), $0.text(2)) }
    }
  }

  @Test func columnsAreNumbersTokensAndBoxes() throws {
    _ = try ProfileStore.create(in: folder.profile)
    for column in try columns() {
      switch column.name {
      case "arrival", "id": #expect(column.type == "INTEGER")
      case "token", "first", "second", "box", "arrays", "content": #expect(column.type == "BLOB")
      default: Issue.record("\(column.table).\(column.name) is not an allowed column")
      }
    }
  }

  /// SQLite's own tables tell what they hold to anybody: there is the one that the chapter on the profile names.
  @Test func ofSQLitesOwnTablesThereIsTheSequenceOnly() throws {
    let store = try ProfileStore.create(in: folder.profile)
    try Samples.fill(store, random)
    let connection = try open()
    #expect(
      try connection.query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'sqlite_%'") {
        $0.text(0)
      } == ["sqlite_sequence"])
    #expect(try connection.query("PRAGMA table_info(sqlite_sequence)") { $0.text(1) } == ["name", "seq"])
    let counted = try connection.query("SELECT name FROM sqlite_sequence") { $0.text(0) }
    #expect(Set(counted).isSubset(of: Set(SealedField.registry.map(\.table))))
  }

  @Test func aRowNumberThatWeNeverWriteIsDamage() throws {
    let contact = Samples.contact(random)
    do {
      let store = try ProfileStore.create(in: folder.profile)
      try store.write { try $0.contacts.put(contact.id, contact) }
    }
    try open().execute("UPDATE contacts SET arrival = -5")
    let store = try ProfileStore.open(folder.profile)
    #expect(throws: StoreError.damaged(.table("contacts"))) {
      try store.write { try $0.contacts.put(contact.id, contact) }
    }
    #expect(try store.read { try $0.contacts.get(contact.id) } == contact)
  }

  @Test func everySealedFieldIsInTheRegistryAndNothingElse() throws {
    _ = try ProfileStore.create(in: folder.profile)
    let tokens: Set<String> = ["token", "first", "second"]
    let found = try columns().filter { $0.type == "BLOB" && !tokens.contains($0.name) && $0.table != "gate" }
    let registered = SealedField.registry.map { "\($0.table).\($0.column)" }
    #expect(Set(registered).count == registered.count)
    #expect(Set(found.map { "\($0.table).\($0.name)" }) == Set(registered))
    let twice = SealedField.registry.filter(\.isSealedTwice).map { "\($0.table).\($0.column)" }
    #expect(Set(twice) == ["spool.box", "vault.box", "groups.box", "groups.arrays"])
  }

  @Test func everyBoxHasASizeOfItsField() throws {
    let store = try ProfileStore.create(in: folder.profile)
    try Samples.fill(store, random)
    let connection = try open()
    for field in SealedField.registry {
      let sizes = try connection.query("SELECT length(\(field.column)) FROM \(field.table)") { Int($0.integer(0)) }
      #expect(!sizes.isEmpty, "\(field.table) has no sample")
      for size in sizes {
        switch field.size {
        case .exact(let expected): #expect(size == expected, "\(field.table)")
        case .steps: #expect(BoxSize.stepSizes.contains(size) || size % 65_536 == 0, "\(field.table)")
        }
      }
    }
  }

  @Test func tablesWhoseCountWouldTellAreFilled() throws {
    let store = try ProfileStore.create(in: folder.profile)
    try Samples.fill(store, random)
    let connection = try open()
    #expect(try connection.first("SELECT count(*) FROM vault") { $0.integer(0) } == 32)
    #expect(try connection.first("SELECT count(*) FROM groups") { $0.integer(0) } == 8)
    #expect(try connection.first("SELECT count(*) FROM spool") { $0.integer(0) } == 256)
    #expect(try connection.first("SELECT length(content) FROM gate") { $0.integer(0) } == 8_192)
  }

  @Test func aNewerStoreIsRefusedAndLeftAsItIs() throws {
    _ = try ProfileStore.create(in: folder.profile)
    let version = Schema.migrations.count
    try open().execute("PRAGMA user_version = \(version + 1)")
    #expect(throws: StoreError.newerVersion(found: version + 1, supported: version)) {
      _ = try ProfileStore.open(folder.profile)
    }
    #expect(try open().schemaVersion == version + 1)
  }

  @Test func theDatabaseIsOpenedDurableAndClean() throws {
    _ = try ProfileStore.create(in: folder.profile)
    let connection = try Database.open("\(folder.profile)/store.db")
    for (name, value) in [
      ("journal_mode", "wal"), ("synchronous", "2"), ("secure_delete", "1"), ("trusted_schema", "0"),
      ("cell_size_check", "1"), ("temp_store", "2"),
    ] {
      #expect(try connection.first("PRAGMA \(name)") { $0.text(0) } == value, "\(name)")
    }
  }

  @Test func theReaderTrustsTheFileNoMoreThanTheWriter() throws {
    _ = try ProfileStore.create(in: folder.profile)
    let connection = try Database.openReader("\(folder.profile)/store.db")
    for (name, value) in [("trusted_schema", "0"), ("cell_size_check", "1"), ("temp_store", "2")] {
      #expect(try connection.first("PRAGMA \(name)") { $0.text(0) } == value, "\(name)")
    }
  }
}
