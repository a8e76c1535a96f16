import Glibc
import SottoCore
import SottoCrypto
import SottoStore
import TestSupport
import Testing

@Suite struct ProfileStoreTests {
  let folder = TemporaryFolder()
  let random = SeededRandom(seed: 1)

  @Test func whatWasWrittenIsThereAfterReopening() throws {
    let contact = Samples.contact(random)
    do {
      let store = try ProfileStore.create(in: folder.profile)
      try store.write { try $0.contacts.put(contact.id, contact) }
      #expect(try store.read { try $0.contacts.get(contact.id) } == contact)
    }
    let store = try ProfileStore.open(folder.profile)
    #expect(try store.read { try $0.contacts.all() } == [contact])
    #expect(store.examine().isEmpty)
  }

  /// Nothing is left in the log beside it.
  @Test func theDatabaseOfAClosedProfileIsWholeByItself() throws {
    let store = try ProfileStore.create(in: folder.profile)
    let contact = Samples.contact(random)
    try store.write { try $0.contacts.put(contact.id, contact) }
    let log = "\(folder.profile)/store.db-wal"
    var status = stat()
    #expect(stat(log, &status) == 0 && status.st_size > 0)
    store.close()
    #expect(stat(log, &status) == 0 && status.st_size == 0)
    store.close()
    #expect(unlink(log) == 0)
    #expect(try ProfileStore.open(folder.profile).read { try $0.contacts.all() } == [contact])
  }

  @Test func aThrowingBodyLeavesNothing() throws {
    struct Refusal: Error {}
    let store = try ProfileStore.create(in: folder.profile)
    let contact = Samples.contact(random)
    #expect(throws: Refusal.self) {
      try store.write {
        try $0.contacts.put(contact.id, contact)
        throw Refusal()
      }
    }
    #expect(try store.read { try $0.contacts.count() } == 0)
  }

  @Test func readersAndTheWriterDoNotDisturbEachOther() async throws {
    let store = try ProfileStore.create(in: folder.profile)
    let random = random
    let conversation = ConversationID.contact(Samples.id(random))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<20 {
            // Both tables change together, so a snapshot never sees one without the other.
            let counts = try store.read {
              (try $0.messages(in: conversation)?.count() ?? 0, try $0.issues.count())
            }
            #expect(counts.0 == counts.1)
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<10 {
            try store.write { transaction in
              try transaction.openConversation(conversation).put(Samples.message(in: conversation, random))
              try transaction.issues.put(
                transaction.issues.next(),
                IssueRecord(issue: .replayed, messageID: nil, peer: nil, at: Timestamp(milliseconds: 1)))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.read { try $0.issues.count() } == 20)
  }

  @Test func messagesStandInOrderOfArrival() throws {
    let store = try ProfileStore.create(in: folder.profile)
    let conversation = ConversationID.contact(Samples.id(random))
    let messages = (0..<10).map { _ in Samples.message(in: conversation, random) }
    try store.write { transaction in
      for message in messages { try transaction.openConversation(conversation).put(message) }
    }
    try store.read { (reader) throws in
      let stored = try #require(try reader.messages(in: conversation))
      #expect(try stored.after(.start).map(\.record) == messages)
      #expect(try stored.before(nil, limit: 3).map(\.record) == Array(messages.suffix(3).reversed()))
      #expect(try reader.message(messages[4].key)?.record == messages[4])
      #expect(try stored.newCount() == 10)
    }
  }
}
