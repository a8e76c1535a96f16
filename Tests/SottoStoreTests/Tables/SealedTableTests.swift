import SottoCore
import SottoCrypto
import SottoStore
import TestSupport
import Testing

@Suite struct SealedTableTests {
  let folder = TemporaryFolder()
  let random = SeededRandom(seed: 10)
  let store: ProfileStore

  init() throws {
    store = try ProfileStore.create(in: folder.profile)
  }

  @Test func aReplacedRecordKeepsItsPlace() throws {
    var contacts = (0..<3).map { _ in Samples.contact(random) }
    try store.write { transaction in
      for contact in contacts { try transaction.contacts.put(contact.id, contact) }
    }
    contacts[0].nickname = String(repeating: "n", count: 128)
    try store.write { try $0.contacts.put(contacts[0].id, contacts[0]) }
    #expect(try store.read { try $0.contacts.all() } == contacts)
    #expect(try store.read { try $0.contacts.row(contacts[0].id)?.arrival } == RowNumber(rawValue: 1))
  }

  @Test func aDeletedRecordIsGoneAndItsPlaceIsNotUsedAgain() throws {
    let contacts = (0..<3).map { _ in Samples.contact(random) }
    try store.write { transaction in
      for contact in contacts { try transaction.contacts.put(contact.id, contact) }
      try transaction.contacts.delete(contacts[2].id)
      #expect(try transaction.contacts.get(contacts[2].id) == nil)
      #expect(try !transaction.contacts.contains(contacts[2].id))
      #expect(try transaction.contacts.contains(contacts[1].id))
      #expect(try transaction.contacts.next() == RowNumber(rawValue: 4))
      #expect(try transaction.contacts.put(contacts[2].id, contacts[2]) == RowNumber(rawValue: 4))
    }
  }

  @Test func pagesGoBothWays() throws {
    let contacts = (0..<10).map { _ in Samples.contact(random) }
    try store.write { transaction in
      for contact in contacts { try transaction.contacts.put(contact.id, contact) }
    }
    try store.read { (reader) throws in
      let first = try reader.contacts.after(.start, limit: 4)
      #expect(first.map(\.record) == Array(contacts[0..<4]))
      let second = try reader.contacts.after(try #require(first.last).arrival, limit: 100)
      #expect(second.map(\.record) == Array(contacts[4...]))
      let last = try reader.contacts.before(nil, limit: 3)
      #expect(last.map(\.record) == contacts[7...].reversed())
      #expect(try reader.contacts.before(try #require(last.last).arrival, limit: 1).map(\.record) == [contacts[6]])
      #expect(try reader.contacts.before(.start, limit: 5).isEmpty)
      #expect(try reader.contacts.after(RowNumber(rawValue: .max)).isEmpty)
    }
  }

  @Test func aRingKeepsTheNewest() throws {
    func issue(_ time: UInt64) -> IssueRecord {
      IssueRecord(issue: .replayed, messageID: nil, peer: nil, at: Timestamp(milliseconds: time))
    }
    try store.write { transaction in
      for time in 1...20 {
        try transaction.issues.put(transaction.issues.next(), issue(UInt64(time)))
        try transaction.issues.trim(to: 5)
      }
    }
    #expect(try store.read { try $0.issues.all() } == (16...20).map { issue($0) })
    try store.write { try $0.issues.trim(to: 0) }
    #expect(try store.read { try $0.issues.count() } == 0)
  }

  @Test func rowsOfOneValueAreFoundTogether() throws {
    let messages = (0..<3).map { _ in MessageKey(author: Samples.id(random), id: Samples.id(random)) }
    var records: [AttachmentRecord] = []
    for index in 0..<9 {
      records.append(
        AttachmentRecord(
          object: FileName.random(random), message: messages[index % 3], index: UInt8(index / 3), state: .outgoing,
          size: 1_000, objectID: Samples.id(random), deletionKey: Samples.id(random)))
    }
    try store.write { transaction in
      for record in records { try transaction.attachments.put(record.object, record) }
    }
    for (index, message) in messages.enumerated() {
      let expected = records.enumerated().filter { $0.offset % 3 == index }.map(\.element)
      #expect(try store.read { try $0.attachments.of(message) } == expected)
    }
  }

  @Test func aSettingIsThereOnce() throws {
    let identity = DeviceIdentity.generate()
    var profile = ProfileSettings(
      createdAt: Timestamp(milliseconds: 5), relay: nil, accessKey: Samples.id(random))
    #expect(try store.read { try $0.settings.get(.identity) } == nil)
    try store.write {
      try $0.settings.put(.identity, identity)
      try $0.settings.put(.profile, profile)
    }
    profile.relay = try RelayAddress("sotto://relay.example:7777/")
    try store.write { try $0.settings.put(.profile, profile) }
    try store.read { (reader) throws in
      #expect(try reader.settings.get(.identity)?.deviceID == identity.deviceID)
      #expect(try reader.settings.get(.profile) == profile)
    }
  }

  @Test func aReaderSeesNothingThatIsNotCommitted() throws {
    let contact = Samples.contact(random)
    try store.write { transaction in
      try transaction.contacts.put(contact.id, contact)
      #expect(try store.read { try $0.contacts.count() } == 0)
    }
    #expect(try store.read { try $0.contacts.count() } == 1)
  }
}
