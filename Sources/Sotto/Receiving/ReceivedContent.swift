import SottoCore
import SottoStore

/// The content of an opened bundle, applied: a message is stored, receipts move the copies that they are about.
struct ReceivedContent {
  let change: OutboxChange
  let key: MessageKey
  let sentAt: Timestamp
  let bundle: OpenedBundle
  let content: Result<ContentEnvelope, ContentError>

  private var transaction: StoreTransaction { change.transaction }

  func apply() throws {
    if case .success(let envelope) = content, case .receipt(let receipt) = envelope.body {
      try apply(receipt)
    } else {
      try noteLongTermPath()
      try store()
    }
  }

  /// What a person sent without a prekey asks for new ones.
  private func noteLongTermPath() throws {
    guard !bundle.mode.usesPrekey, var peer = try transaction.peers.get(key.author) else { return }
    peer.prekeyIssuer.longTermMessageCame(now: change.now)
    try transaction.peers.put(peer.deviceID, peer)
  }

  private func store() throws {
    if case .failure(let error) = content, !error.requiresUpdate {
      try change.report(.malformedContent, messageID: key.id, peer: key.author)
    }
    let view = ProfileView(transaction, change.profile)
    let conversation: ConversationID =
      if let contact = try view.contact(of: key.author) { .contact(contact.id) } else { .peer(key.author) }
    let record = MessageRecord(
      key: key, conversation: conversation, direction: .incoming, sentAt: sentAt, storedAt: change.now,
      groupID: bundle.groupID, content: bundle.content)
    try transaction.openConversation(conversation).put(record)
    change.tell(.message(try view.summary(of: record, isNew: true)))
  }

  private func apply(_ receipt: ReceiptBody) throws {
    if var peer = try transaction.peers.get(key.author) {
      for entry in receipt.entries { peer.prekeyIssuer.receiptCame(for: entry.messageID) }
      try transaction.peers.put(peer.deviceID, peer)
    }
    for entry in receipt.entries { try apply(entry) }
    if receipt.entries.isEmpty { try PairedPeers(change: change).greetingCame(from: key.author) }
  }

  private func apply(_ entry: ReceiptBody.Entry) throws {
    for record in try transaction.outbox.of(entry.messageID) where record.recipient == key.author {
      try change.confirm(record.entry.sequence, entry.state)
    }
    // The row of a copy that was stored is gone; what was read later is noted on the message itself.
    try change.update(entry.messageID, copyTo: key.author, to: entry.state == .read ? .read : .stored)
  }
}
