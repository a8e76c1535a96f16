import Glibc
import SottoCore
import SottoCrypto
import SottoStore

/// Writes to a profile without end, for a test to kill. After each write that returned it says the number of it, so
/// what it said must be found.
@main enum StoreKillProbe {
  static let conversation = ConversationID.contact(ContactID(unchecked: [UInt8](repeating: 9, count: 16)))

  static func main() throws {
    guard CommandLine.arguments.count == 2 else { exit(64) }
    let store = try ProfileStore.open(CommandLine.arguments[1])
    var number = UInt64(try store.read { try $0.messages(in: conversation)?.count() ?? 0 })
    while true {
      number += 1
      try write(number, to: store)
      print(number)
      fflush(nil)
      if number % 8 == 0 { try store.replaceLayerFile() }
    }
  }

  /// A message and an issue, always as many of one as of the other.
  private static func write(_ number: UInt64, to store: ProfileStore) throws {
    let now = Timestamp(milliseconds: number)
    let author = DeviceID(unchecked: [UInt8](repeating: 1, count: 32))
    let random = SystemRandom()
    try store.write { transaction in
      let message = MessageRecord(
        key: MessageKey(author: author, id: MessageID(unchecked: random.bytes(16))), conversation: conversation,
        direction: .incoming, sentAt: now, storedAt: now, groupID: nil, content: random.bytes(480))
      try transaction.openConversation(conversation).put(message)
      try transaction.issues.put(
        transaction.issues.next(), IssueRecord(issue: .replayed, messageID: message.key.id, peer: author, at: now))
    }
  }
}
