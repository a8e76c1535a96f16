import Foundation
import SottoCore
import SottoCrypto
import SottoStore

/// What a long history costs: the same work on a profile with many messages and on one with few.
final class StoreRows {
  private let quick: Bool
  private let folder: URL
  private let long: String
  private let short: String
  private let conversation = ConversationID.contact(ContactID(unchecked: [UInt8](repeating: 1, count: 16)))
  private let author = DeviceID(unchecked: [UInt8](repeating: 2, count: 32))

  init(quick: Bool) throws {
    self.quick = quick
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("sotto-bench-\(UUID().uuidString)")
    long = folder.path + "/long"
    short = folder.path + "/short"
    try fill(long, messages: quick ? 2_000 : 1_000_000)
    try fill(short, messages: 1_000)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// One message in a transaction of its own, durable.
  func send() throws -> Measurement {
    let (long, short) = (try ProfileStore.open(long), try ProfileStore.open(short))
    return try Stopwatch.compare(quick: quick, calls: 100, { try add(1, to: long) }, { try add(1, to: short) })
  }

  /// From the folder to the newest messages of a conversation.
  func open() throws -> Measurement {
    try Stopwatch.compare(quick: quick, calls: 5, { try firstScreen(of: long) }, { try firstScreen(of: short) })
  }

  private func firstScreen(of path: String) throws {
    let count = try ProfileStore.open(path).read { try $0.messages(in: conversation)?.before(nil, limit: 50).count }
    precondition(count == 50)
  }

  private func fill(_ path: String, messages: Int) throws {
    let store = try ProfileStore.create(in: path)
    for _ in 0..<messages / 1_000 { try add(1_000, to: store) }
  }

  private func add(_ count: Int, to store: ProfileStore) throws {
    let random = SystemRandom()
    try store.write { transaction in
      let messages = try transaction.openConversation(conversation)
      for _ in 0..<count {
        let key = MessageKey(author: author, id: MessageID(unchecked: random.bytes(16)))
        let time = Timestamp(milliseconds: 1_700_000_000_000)
        try messages.put(
          MessageRecord(
            key: key, conversation: conversation, direction: .outgoing, sentAt: time, storedAt: time, groupID: nil,
            content: random.bytes(320)))
      }
    }
  }
}
