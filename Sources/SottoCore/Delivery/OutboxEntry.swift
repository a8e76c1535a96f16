import SottoWire

/// What the scheduler knows of one recipient's copy. What is pushed (sealed bytes, push id, address) lies beside it in
/// the store and is the same on every retry.
public struct OutboxEntry: Hashable, Sendable {
  /// Order of making, unique in the outbox.
  public let sequence: UInt64
  /// Entries for one mailbox go out in sequence.
  public let mailbox: MailboxKey
  public let terms: Terms
  public internal(set) var createdAt: Timestamp
  public internal(set) var state: OutboxState
  /// Whether it was ever handed to a connection. The prekey of an entry that is given up without is given back.
  public internal(set) var wasPushed: Bool
  /// Pushes since it was queued, by which the delay grows.
  public internal(set) var attempts: UInt32
  /// Not before this, by the schedule of retries; a new connection overrides it.
  public internal(set) var nextAttempt: Timestamp
  /// Not before this, because the relay said so; nothing overrides it.
  public internal(set) var heldUntil: Timestamp
  /// Until when a receipt is waited for: as long as the relay keeps it; of what never expires, five sixths of that.
  public internal(set) var receiptDeadline: Timestamp?

  /// How long an entry lives and what ends it.
  public struct Terms: Hashable, Sendable {
    /// Pairing, greeting and lists: waits for its relay without a limit, and is pushed anew until a receipt comes.
    public var neverExpires: Bool
    /// Kept at the relay until a receipt; without, the relay's acceptance ends it.
    public var awaitsReceipt: Bool

    public init(neverExpires: Bool, awaitsReceipt: Bool) {
      self.neverExpires = neverExpires
      self.awaitsReceipt = awaitsReceipt
    }

    public static let message = Terms(neverExpires: false, awaitsReceipt: true)
    /// Receipts and probes: nothing answers them.
    public static let receipt = Terms(neverExpires: false, awaitsReceipt: false)
    public static let pairing = Terms(neverExpires: true, awaitsReceipt: true)
  }

  /// `state` is `queued`, `keysPending`, or what a send refused at once has come to.
  public init(
    sequence: UInt64, mailbox: MailboxKey, terms: Terms, createdAt: Timestamp, state: OutboxState = .queued
  ) {
    self.sequence = sequence
    self.mailbox = mailbox
    self.terms = terms
    self.createdAt = createdAt
    self.state = state
    wasPushed = false
    attempts = 0
    nextAttempt = createdAt
    heldUntil = Timestamp(milliseconds: 0)
    receiptDeadline = nil
  }

  /// Nothing more is done for it and nothing more is expected.
  public var isFinished: Bool {
    switch state {
    case .queued, .keysPending, .inFlight: false
    // What nobody asked for and nobody waits for is not for a person to try again.
    case .failed: terms == .receipt
    case .atRelay: !terms.awaitsReceipt
    case .stored, .read, .sealedToFile: true
    }
  }

  /// The first time at which it may go, seen from `now`. A time further ahead than any that is ever planned was
  /// planned before the clock was set back, and counts as past.
  func dueTime(at now: Timestamp) -> Timestamp {
    let attempt = nextAttempt > now.adding(Limits.retryMaximum) ? now : nextAttempt
    let hold = heldUntil > now.adding(Limits.relayHold) ? now : heldUntil
    return max(attempt, hold)
  }

  func isDue(at now: Timestamp) -> Bool { dueTime(at: now) <= now }
}

extension OutboxEntry: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    sequence = try reader.u64()
    mailbox = try reader.value()
    terms = Terms(neverExpires: try reader.bool(), awaitsReceipt: try reader.bool())
    createdAt = try reader.value()
    state = try reader.value()
    wasPushed = try reader.bool()
    attempts = try reader.u32()
    nextAttempt = try reader.value()
    heldUntil = try reader.value()
    receiptDeadline = try reader.optional()
  }

  public func encode(to writer: inout WireWriter) {
    writer.u64(sequence)
    writer.value(mailbox)
    writer.bool(terms.neverExpires)
    writer.bool(terms.awaitsReceipt)
    writer.value(createdAt)
    writer.value(state)
    writer.bool(wasPushed)
    writer.u32(attempts)
    writer.value(nextAttempt)
    writer.value(heldUntil)
    writer.optional(receiptDeadline)
  }
}
