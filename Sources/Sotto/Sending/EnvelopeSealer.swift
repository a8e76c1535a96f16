import SottoCore
import SottoStore

/// Seals an outbox entry when its turn comes: what is not a message is not sealed before, so that receipts gather and
/// what never expires can be sealed anew.
struct EnvelopeSealer {
  let change: OutboxChange
  private var profile: OpenProfile { change.profile }

  init(change: OutboxChange) {
    self.change = change
  }

  /// `content` is a pair message, the body of a receipt, or a control message.
  func seal(_ record: OutboxRecord, content: [UInt8]) throws -> [UInt8] {
    guard record.kind == .bundle else {
      return try sealEnvelope(record, content)
    }
    guard try change.transaction.peers.get(record.recipient)?.stage == .paired else {
      throw BundleError.groupHasNoMembers
    }
    let receipt = try ReceiptBody(encoded: content)
    let envelope = ContentEnvelope(messageID: record.messageID, sentAt: change.now, receipt: receipt)
    let recipients = try change.recipients([record.recipient])
    guard let copy = try ContentSealer(change: change).seal(
      try .init(envelope), to: recipients.devices, path: record.isGreeting ? .prekeyWhereStocked : .longTerm
    ).first else { throw BundleError.groupHasNoMembers }
    return copy.envelope
  }

  private func sealEnvelope(_ record: OutboxRecord, _ body: [UInt8]) throws -> [UInt8] {
    let contents = EnvelopeContents(
      author: profile.identity.signingKey, messageID: record.messageID, sentAt: change.now, kind: record.kind,
      body: body)
    return try Envelope.seal(
      contents, by: profile.identity.signing, to: record.entry.mailbox, random: profile.random
    ).encoded()
  }
}
