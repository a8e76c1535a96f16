import SottoCore
import SottoStore

/// What makes an outbox entry: whom it is for, what it is, how long it lives.
struct QueuedCopy {
  let recipient: DeviceID
  let mailbox: MailboxKey
  let messageID: MessageID
  let kind: EnvelopeKind
  let terms: OutboxEntry.Terms
  var window: OutboxRecord.Window?
  var prekey: PrekeyStock.Taken?
  /// Set for what a conversation shows
  var conversation: ConversationID?
  var uploads: [FileName] = []

  init(to peer: PeerRecord, messageID: MessageID, kind: EnvelopeKind, terms: OutboxEntry.Terms) {
    self.init(to: peer.keyPackage, messageID: messageID, kind: kind, terms: terms)
  }

  /// To the device that speaks in `package`, which may not be what is known of it yet.
  init(to package: KeyPackage, messageID: MessageID, kind: EnvelopeKind, terms: OutboxEntry.Terms) {
    recipient = package.deviceID
    mailbox = package.mailboxKey
    self.messageID = messageID
    self.kind = kind
    self.terms = terms
  }

  /// A pair message into an invitation's window. Whose device that is the window does not tell: its mailbox key stands
  /// in the device's place. nil where the invitation names no relay.
  init?(toWindow destination: PairDestination, messageID: MessageID) {
    guard case .endpoint(let relay) = destination.relay else { return nil }
    recipient = DeviceID(unchecked: destination.mailbox.bytes)
    mailbox = destination.mailbox
    self.messageID = messageID
    kind = .pair
    terms = .pairing
    window = OutboxRecord.Window(relay: relay, accessKey: destination.accessKey)
  }
}

extension OutboxEntry.Terms {
  /// The inviter's greeting: it never expires, and no receipt answers it.
  static let lastGreeting = OutboxEntry.Terms(neverExpires: true, awaitsReceipt: false)
}

extension OutboxRecord {
  var isMessage: Bool { conversation != nil }
  var isGreeting: Bool { kind == .bundle && entry.terms.neverExpires }
  var isReceipt: Bool { kind == .bundle && !entry.terms.neverExpires && !entry.terms.awaitsReceipt }
}
