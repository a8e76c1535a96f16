import SottoCore
import SottoCrypto
import SottoStore
import TestSupport
import Testing

@Suite struct ConversationMessagesTests {
  let folder = TemporaryFolder()
  let random = SeededRandom(seed: 11)
  let store: ProfileStore
  let conversation: ConversationID
  let other: ConversationID

  init() throws {
    store = try ProfileStore.create(in: folder.profile)
    conversation = .contact(Samples.id(random))
    other = .peer(Samples.id(random))
  }

  private func fill(_ count: Int, in conversation: ConversationID) throws -> [MessageRecord] {
    let messages = (0..<count).map { _ in Samples.message(in: conversation, random) }
    try store.write { transaction in
      for message in messages { try transaction.openConversation(conversation).put(message) }
    }
    return messages
  }

  @Test func messagesStandInOrderOfArrivalWithinTheirConversation() throws {
    let first = try fill(5, in: conversation)
    let second = try fill(5, in: other)
    let third = try fill(5, in: conversation)
    try store.read { (reader) throws in
      let messages = try #require(try reader.messages(in: conversation))
      #expect(try messages.after(.start).map(\.record) == first + third)
      #expect(try messages.before(nil, limit: 3).map(\.record) == third.suffix(3).reversed())
      #expect(try messages.count() == 10)
      #expect(try reader.messages(in: other)?.after(.start).map(\.record) == second)
      #expect(try reader.messages(in: .sealedFiles) == nil)
    }
  }

  @Test func aMessageIsFoundWithoutItsConversation() throws {
    let messages = try fill(3, in: conversation)
    _ = try fill(3, in: other)
    #expect(try store.read { try $0.message(messages[1].key)?.record } == messages[1])
    let unknown = MessageKey(author: messages[0].key.author, id: messages[1].key.id)
    #expect(try store.read { try $0.message(unknown) } == nil)
  }

  @Test func aChangedMessageKeepsItsPlace() throws {
    var messages = try fill(3, in: conversation)
    messages[0].copies = [.init(recipient: Samples.id(random), path: .forwardSecret, state: .atRelay)]
    try store.write { try $0.openConversation(conversation).put(messages[0]) }
    try store.read { (reader) throws in
      #expect(try reader.messages(in: conversation)?.after(.start).map(\.record) == messages)
    }
  }

  @Test func newIsWhatCameAfterWhatWasRead() throws {
    _ = try fill(4, in: conversation)
    let arrivals = try store.read { try $0.messages(in: conversation)?.after(.start).map(\.arrival) ?? [] }
    #expect(try store.read { try $0.messages(in: conversation)?.newCount() } == 4)
    try store.write { try $0.markRead(conversation, through: arrivals[2]) }
    #expect(try store.read { try $0.messages(in: conversation)?.newCount() } == 1)
    // It never goes back.
    try store.write { try $0.markRead(conversation, through: arrivals[0]) }
    #expect(try store.read { try $0.messages(in: conversation)?.newCount() } == 1)
  }

  @Test func aDeletedConversationTakesItsMessagesAndItsKey() throws {
    let messages = try fill(300, in: conversation)
    let kept = try fill(2, in: other)
    try store.write { try $0.deleteConversation(conversation) }
    try store.read { (reader) throws in
      #expect(try reader.messages(in: conversation) == nil)
      for message in messages.prefix(3) { #expect(try reader.message(message.key) == nil) }
      #expect(try reader.message(kept[0].key)?.record == kept[0])
    }
    // Begun anew it has another key.
    let again = try fill(1, in: conversation)
    try store.read { (reader) throws in
      #expect(try reader.messages(in: conversation)?.after(.start).map(\.record) == again)
    }
    #expect(store.examine().isEmpty)
  }

  @Test func aDeletedMessageIsGone() throws {
    let messages = try fill(2, in: conversation)
    try store.write { try $0.openConversation(conversation).delete(messages[0].key) }
    try store.read { (reader) throws in
      #expect(try reader.message(messages[0].key) == nil)
      #expect(try reader.messages(in: conversation)?.count() == 1)
    }
  }
}
