import SottoCore
import SottoStore

/// Outbox entries that wait until the attachments of their message are at the own relay. They hold up what is behind
/// them for the same mailbox, and nothing else.
struct PendingUploads {
  private struct Message {
    let files: [FileName]
    var entries: Set<UInt64>
  }

  private var messages: [MessageID: Message] = [:]
  /// Sequences of the entries
  private(set) var waiting: Set<UInt64> = []

  mutating func add(_ record: OutboxRecord) {
    guard !record.uploads.isEmpty else { return }
    let sequence = record.entry.sequence
    messages[record.messageID, default: Message(files: record.uploads, entries: [])].entries.insert(sequence)
    waiting.insert(sequence)
  }

  /// Those of which a copy still waits, the oldest first, with their files.
  mutating func due(_ scheduler: OutboxScheduler) -> [(message: MessageID, files: [FileName])] {
    for (id, message) in messages where !message.entries.contains(where: { scheduler[$0]?.state.isWaiting == true }) {
      remove(id)
    }
    return messages.sorted { ($0.value.entries.min() ?? 0) < ($1.value.entries.min() ?? 0) }
      .map { ($0.key, $0.value.files) }
  }

  /// Its attachments are at the relay, or never will be. Returns its entries.
  @discardableResult
  mutating func remove(_ message: MessageID) -> Set<UInt64> {
    guard let message = messages.removeValue(forKey: message) else { return [] }
    waiting.subtract(message.entries)
    return message.entries
  }

  func entries(of message: MessageID) -> [UInt64] {
    (messages[message]?.entries ?? []).sorted()
  }
}
