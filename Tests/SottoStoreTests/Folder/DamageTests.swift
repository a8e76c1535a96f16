import Glibc
import SottoCore
import SottoCrypto
import SottoSQLite
import SottoStore
import TestSupport
import Testing

/// Parts of a profile that are gone or changed: each has its error, and nothing is made again or deleted.
@Suite struct DamageTests {
  let folder = TemporaryFolder()
  let random = SeededRandom(seed: 4)

  private func makeProfile(messages: Int = 0) throws {
    let store = try ProfileStore.create(in: folder.profile)
    let conversation = ConversationID.contact(ContactID(unchecked: [UInt8](repeating: 1, count: 16)))
    try store.write { transaction in
      for _ in 0..<3 {
        let contact = Samples.contact(random)
        try transaction.contacts.put(contact.id, contact)
      }
      for _ in 0..<messages {
        try transaction.openConversation(conversation).put(Samples.message(in: conversation, random, size: 3_200))
      }
    }
  }

  private var key: String { "\(folder.profile)/device.key" }
  private var database: String { "\(folder.profile)/store.db" }

  /// Opening fails in this way, and leaves every file as it is.
  private func expect(_ error: StoreError, _ location: SourceLocation = #_sourceLocation) {
    let before = TemporaryFolder.names(in: folder.profile)
    #expect(throws: error, sourceLocation: location) { _ = try ProfileStore.open(folder.profile) }
    #expect(TemporaryFolder.names(in: folder.profile) == before, sourceLocation: location)
  }

  @Test func aLostDeviceKeyIsNeverMadeAgain() throws {
    try makeProfile()
    unlink(key)
    expect(.missing(.deviceKey))
    #expect(throws: StoreError.alreadyExists) { _ = try ProfileStore.create(in: folder.profile) }
    expect(.missing(.deviceKey))
  }

  @Test func aDeviceKeyOfAnotherSizeIsDamaged() throws {
    try makeProfile()
    let whole = TemporaryFolder.read(key)
    for size in [0, 32, 2_047] {
      TemporaryFolder.write(Array(whole.prefix(size)), to: key)
      expect(.damaged(.deviceKey))
    }
    TemporaryFolder.write(whole + [0], to: key)
    expect(.damaged(.deviceKey))
    TemporaryFolder.write(whole, to: key)
    _ = try ProfileStore.open(folder.profile)
  }

  @Test func anEditedDeviceKeyIsAnotherKey() throws {
    try makeProfile()
    var content = TemporaryFolder.read(key)
    content[31] ^= 1
    TemporaryFolder.write(content, to: key)
    expect(.wrongDeviceKey)
    // What follows the key is filler.
    content[31] ^= 1
    content[32] ^= 1
    TemporaryFolder.write(content, to: key)
    _ = try ProfileStore.open(folder.profile)
  }

  @Test func aLostDatabaseIsNotAnEmptyProfile() throws {
    try makeProfile()
    unlink(database)
    expect(.missing(.database))
    #expect(throws: StoreError.alreadyExists) { _ = try ProfileStore.create(in: folder.profile) }
  }

  @Test func anEmptyDatabaseIsDamaged() throws {
    try makeProfile()
    TemporaryFolder.write([], to: database)
    expect(.damaged(.database))
    TemporaryFolder.write([UInt8](repeating: 0x55, count: 100_000), to: database)
    expect(.damaged(.database))
  }

  @Test func aLostOrDamagedLayerFileIsToldAndMessagesStayReadable() throws {
    try makeProfile(messages: 3)
    let name = try #require(TemporaryFolder.names(in: folder.profile).first { $0.hasSuffix(".bak") })
    let path = "\(folder.profile)/\(name)"
    var content = TemporaryFolder.read(path)
    content[5 * 262_200 + 100] ^= 1
    TemporaryFolder.write(content, to: path)
    do {
      let store = try ProfileStore.open(folder.profile)
      #expect(store.examine() == [.layerFile])
      #expect(throws: StoreError.damaged(.layerFile)) { try store.replaceLayerFile() }
    }
    #expect(TemporaryFolder.read(path) == content)
    unlink(path)
    let store = try ProfileStore.open(folder.profile)
    #expect(store.examine() == [.layerFile])
    #expect(throws: StoreError.missing(.layerFile)) { try store.replaceLayerFile() }
    #expect(try store.read { try $0.contacts.count() } == 3)
    #expect(!TemporaryFolder.names(in: folder.profile).contains { $0.hasSuffix(".bak") })
  }

  /// Changes the closed database as nobody with the keys would.
  private func edit(_ sql: String) throws {
    try Connection(path: database, access: .readWrite).execute(sql)
  }

  @Test func lostOrDamagedKeyRowsAreNamed() throws {
    for (table, lost, damaged) in [
      ("gate", "DELETE FROM gate", "UPDATE gate SET content = zeroblob(8192)"),
      ("anchors", "DELETE FROM anchors WHERE id = 1", "UPDATE anchors SET box = zeroblob(256) WHERE id = 1"),
    ] {
      let part: StorePart = table == "gate" ? .gate : .tokenKey
      try makeProfile()
      try edit(damaged)
      // A gate of zeros is one whose lockout box the device key does not open.
      expect(table == "gate" ? .wrongDeviceKey : .damaged(part))
      try edit(lost)
      expect(.missing(part))
      TemporaryFolder.remove(folder.profile)
    }
    try makeProfile()
    try edit("UPDATE gate SET content = substr(content, 1, 8191)")
    expect(.damaged(.gate))
  }

  @Test func aDamagedSpoolRowStopsNoSave() throws {
    try makeProfile()
    try edit("UPDATE spool SET box = zeroblob(1080)")
    let store = try ProfileStore.open(folder.profile)
    let contact = Samples.contact(random)
    try store.write { try $0.contacts.put(contact.id, contact) }
    #expect(try store.read { try $0.contacts.count() } == 4)
    #expect(store.examine() == [.spool])
  }

  @Test func aDamagedGroupIsToldAndTheOthersStay() throws {
    try makeProfile()
    let groups = try (0..<3).map { try Samples.group("Group \($0)", id: Samples.id(random)) }
    do {
      let store = try ProfileStore.open(folder.profile)
      try store.write { transaction in
        for group in groups { try transaction.groups.put(group) }
      }
    }
    // One of the three, wherever it lies: the row whose change makes one of them unreadable.
    try edit("UPDATE groups SET box = zeroblob(512)")
    do {
      let store = try ProfileStore.open(folder.profile)
      try store.read { (reader) throws in
        #expect(throws: StoreError.damaged(.table("groups"))) { _ = try reader.groups.all() }
        #expect(throws: StoreError.damaged(.table("groups"))) { _ = try reader.groups.get(groups[0].id) }
        #expect(reader.groups.readable().groups.isEmpty && reader.groups.readable().isDamaged)
      }
      #expect(store.examine() == [.table("groups")])
      // None of the damaged rows is taken for a filler.
      let new = try Samples.group("New", id: Samples.id(random))
      try store.write { try $0.groups.put(new) }
      #expect(try store.read { try $0.groups.get(new.id) } == new)
      #expect(try store.read { $0.groups.readable().groups } == [new])
    }
    #expect(try Connection(path: database).first("SELECT count(*) FROM groups") { $0.integer(0) } == 16)
  }

  @Test func aBoxInAnotherRowIsDamage() throws {
    try makeProfile()
    try edit(
      "UPDATE contacts SET box = (SELECT box FROM contacts WHERE arrival = 1) WHERE arrival = 2")
    let store = try ProfileStore.open(folder.profile)
    try store.read { (reader) throws in
      #expect(throws: StoreError.damaged(.table("contacts"))) { _ = try reader.contacts.all() }
      let found = reader.contacts.readable()
      #expect(found.isDamaged && found.rows.map(\.arrival.rawValue) == [1, 3])
    }
    #expect(store.examine() == [.table("contacts")])
  }

  @Test func aDamagedPageLeavesTheRestReadable() throws {
    try makeProfile(messages: 200)
    var content = TemporaryFolder.read(database)
    // From the end: pages of messages. Each message of this size has overflow pages of its own.
    for page in stride(from: content.count / 4_096 - 40, to: content.count / 4_096 - 10, by: 10) {
      for offset in 0..<4_096 { content[page * 4_096 + offset] ^= 0xA5 }
    }
    TemporaryFolder.write(content, to: database)
    let store = try ProfileStore.open(folder.profile)
    try store.read { (reader) throws in
      let conversation = ConversationID.contact(ContactID(unchecked: [UInt8](repeating: 1, count: 16)))
      let messages = try #require(try reader.messages(in: conversation))
      let found = messages.readable()
      #expect(found.isDamaged)
      #expect(found.rows.count >= 150 && found.rows.count < 200)
      #expect(found.rows.map(\.arrival) == found.rows.map(\.arrival).sorted())
      #expect(try reader.contacts.all().count == 3)
    }
    #expect(!store.examine().isEmpty)
  }
}
