import Sotto
import SottoCommand
import SottoCore
import Testing

@Suite struct ReadProgressTests {
  private func message(_ id: UInt8, in conversation: UInt8) -> MessageSummary {
    let author = DeviceID(unchecked: [UInt8](repeating: conversation, count: 32))
    return MessageSummary(
      id: MessageID(unchecked: [UInt8](repeating: id, count: 16)), direction: .incoming, author: author,
      authorName: "x", conversation: .device(author, name: "x"), group: nil, sentAt: Timestamp(milliseconds: 0),
      storedAt: Timestamp(milliseconds: 0), text: "", attachments: [], isNew: true, clockDiffers: false, notice: nil,
      deliveries: [])
  }

  private func markable(_ unread: [MessageSummary], seen: [MessageSummary]) -> [MessageName] {
    ReadProgress.markable(unread, seen: Set(seen.map(MessageName.init))).map(MessageName.init)
  }

  @Test func theLastOfEachConversation() {
    let (a, b, c) = (message(1, in: 1), message(2, in: 2), message(3, in: 1))
    #expect(markable([a, b, c], seen: [a, b, c]) == [b, c].map(MessageName.init))
  }

  @Test func nothingIsPassedOver() {
    let (a, b, c) = (message(1, in: 1), message(2, in: 1), message(3, in: 1))
    #expect(markable([a, b, c], seen: [a, c]) == [MessageName(a)])
    #expect(markable([a, b, c], seen: [b, c]) == [])
    #expect(markable([a, b, c], seen: [c, a, b]) == [MessageName(c)])
  }

  /// The same id by two authors is two messages.
  @Test func idsAreTheirAuthors() {
    let (a, b) = (message(1, in: 1), message(1, in: 2))
    #expect(markable([a, b], seen: [a]) == [MessageName(a)])
  }

  @Test func empty() {
    #expect(markable([], seen: [message(1, in: 1)]) == [])
  }
}
