import SottoCore
import SottoCrypto
import SottoStore
import SottoWire
import TestSupport

/// Records with random content.
enum Samples {
  static func id<ID: Identifier>(_ random: SeededRandom) -> ID {
    ID(unchecked: random.bytes(ID.size))
  }

  static func contact(_ random: SeededRandom) -> ContactRecord {
    ContactRecord(
      id: id(random), devices: [id(random)], nickname: "nick \(hex(random.bytes(8)))", trust: .unverified,
      createdAt: Timestamp(milliseconds: 1_700_000_000_123), safetyWords: "SwiftFox CalmOwl BraveElk")
  }

  static func message(in conversation: ConversationID, _ random: SeededRandom, size: Int = 160) -> MessageRecord {
    MessageRecord(
      key: MessageKey(author: id(random), id: id(random)), conversation: conversation, direction: .incoming,
      sentAt: Timestamp(milliseconds: 1_700_000_000_000 + random.next() % 1_000_000),
      storedAt: Timestamp(milliseconds: 1_700_000_100_000), groupID: nil, content: random.bytes(size))
  }
}
