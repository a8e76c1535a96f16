import SottoCore
import SottoCrypto
import SottoStore

/// The outbox inside one transaction, and what is to be told once that is durable.
final class OutboxChange {
  let transaction: StoreTransaction
  let profile: OpenProfile
  let now: Timestamp
  private let outbox: Outbox
  private(set) var events: [SottoEvent] = []
  /// Joins whose window is closed, by its mailbox
  private(set) var endedJoins: Set<MailboxKey> = []
  /// Devices whose greeting came
  var greetings: Set<DeviceID> = []

  init(outbox: Outbox, transaction: StoreTransaction, profile: OpenProfile) {
    self.outbox = outbox
    self.transaction = transaction
    self.profile = profile
    now = profile.now
  }

  func tell(_ event: SottoEvent) {
    events.append(event)
  }

  // MARK: Adding

  /// Queues a copy. `body.envelope` is nil where it is to be sealed when its turn comes.
  func add(_ copy: QueuedCopy, body: OutboxBody) throws {
    let sequence = try transaction.outbox.next()
    let entry = OutboxEntry(
      sequence: sequence.rawValue, mailbox: copy.mailbox, terms: copy.terms, createdAt: now)
    let record = OutboxRecord(
      entry: entry, recipient: copy.recipient, messageID: copy.messageID, kind: copy.kind,
      pushID: PushID(unchecked: profile.random.bytes(PushID.size)),
      deletionKey: DeletionKey(unchecked: profile.random.bytes(DeletionKey.size)), window: copy.window,
      prekey: copy.prekey, conversation: copy.conversation, uploads: copy.uploads)
    try transaction.outbox.put(sequence, record)
    try transaction.outboxBodies.put(sequence, body)
    outbox.scheduler.insert(entry)
    outbox.uploads.add(record)
  }

  // MARK: Pushing

  /// Takes the entries that may be pushed now, seals those that are not sealed yet, and notes that they are in flight.
  /// One that cannot be read or sealed fails, and the next of its mailbox has its turn.
  func take(limit: Int) throws -> [Push] {
    var pushes: [Push] = []
    while pushes.count < limit {
      let entries = outbox.scheduler.take(
        at: now, limit: limit - pushes.count, besides: outbox.uploads.waiting)
      guard !entries.isEmpty else { break }
      for entry in entries {
        do {
          if let record = try apply(entry), let push = try push(record) { pushes.append(push) }
        } catch where !error.stopsTheStore {
          try refuse(entry.sequence, .cannotSeal)
        }
      }
    }
    return pushes
  }

  private func push(_ record: OutboxRecord) throws -> Push? {
    let key = record.sequence
    guard var body = try transaction.outboxBodies.get(key) else { throw StoreError.missing(.table("outbox_bodies")) }
    let envelope: [UInt8]
    if let sealed = body.envelope {
      envelope = sealed
    } else {
      envelope = try EnvelopeSealer(change: self).seal(record, content: body.content ?? [])
      body.envelope = envelope
      try transaction.outboxBodies.put(key, body)
    }
    guard let target = try target(of: record) else {
      try refuse(record.entry.sequence, .noRelay)
      return nil
    }
    return Push(record: record, relay: target.relay, accessKey: target.accessKey, envelope: envelope)
  }

  /// Relay and access key are those of now, not of when it was queued.
  private func target(of record: OutboxRecord) throws -> (relay: RelayTarget, accessKey: AccessKey)? {
    if let window = record.window { return (RelayTarget(window.relay), window.accessKey) }
    guard let peer = try transaction.peers.get(record.recipient) else { return nil }
    // The last message of a pairing goes where that says, which counts for nothing else before it is answered.
    let proposed = record.kind == .pair ? peer.proposal?.keyPackage : nil
    guard let relay = proposed.map(\.relay) ?? peer.relay else { return nil }
    return (RelayTarget(relay), proposed?.accessKey ?? peer.accessKey)
  }

  // MARK: Changing

  func handle(_ answer: PushAnswer, for sequence: UInt64) throws {
    let answer = try understood(answer, for: sequence)
    for entry in outbox.scheduler.handle(answer, for: sequence, at: now, random: profile.random) {
      try apply(entry)
    }
  }

  /// A mailbox is made when its owner is online first, which may be after a pairing by files: one that has never taken
  /// anything is not gone, and what is for it waits.
  private func understood(_ answer: PushAnswer, for sequence: UInt64) throws -> PushAnswer {
    guard answer.isAccepted || answer == .refused(.unknownMailbox),
      let record = try record(of: sequence), record.window == nil,
      var peer = try unlessDamaged({ try transaction.peers.get(record.recipient) }), !peer.mailboxSeen
    else { return answer }
    guard answer.isAccepted else { return .later(after: nil) }
    peer.mailboxSeen = true
    try transaction.peers.put(peer.deviceID, peer)
    return answer
  }

  /// Something came from this peer: where its mailbox was not made yet, it may be now.
  func heard(from peer: PeerRecord) throws {
    guard !peer.mailboxSeen else { return }
    for entry in outbox.scheduler.ownerHeard(of: peer.keyPackage.mailboxKey, at: now) { try apply(entry) }
  }

  func reconnected(_ mailboxes: Set<MailboxKey>) throws {
    for entry in outbox.scheduler.reconnected(mailboxes, at: now) { try apply(entry) }
  }

  func refuse(_ sequence: UInt64, _ reason: SendFailure) throws {
    if let entry = outbox.scheduler.refuse(sequence, reason) { try apply(entry) }
  }

  /// False where there is no such entry, or where it has not failed. Throws `tooOldToRetry` for a message that would
  /// come as a replay.
  func retry(_ sequence: UInt64) throws -> Bool {
    guard let entry = outbox.scheduler.retry(sequence, at: now), let record = try apply(entry) else { return false }
    if let sentAt = try sentAt(record), now.since(sentAt) > Limits.retryAge { throw SottoError.tooOldToRetry }
    try sealAnew(record)
    try uploadAgain(record)
    return true
  }

  private func uploadAgain(_ record: OutboxRecord) throws {
    for object in record.uploads {
      guard var attachment = try transaction.attachments.get(object), attachment.state == .failed else { continue }
      attachment.state = .outgoing
      try transaction.attachments.put(object, attachment)
    }
    outbox.uploads.add(record)
  }

  /// The time that stands sealed in it; nil for what is sealed when its turn comes.
  private func sentAt(_ record: OutboxRecord) throws -> Timestamp? {
    guard record.isMessage else { return nil }
    return try transaction.message(MessageKey(author: profile.identity.deviceID, id: record.messageID))?.record.sentAt
  }

  /// False where the relay has it, or where there is no such entry.
  func discard(_ sequence: UInt64) throws -> Bool {
    guard let entry = outbox.scheduler[sequence] else { return false }
    if case .failed = entry.state {} else if !entry.state.isWaiting { return false }
    guard let record = try record(of: sequence) else { return false }
    try abandon(record)
    return true
  }

  /// Gives an entry up, whatever has become of it: nobody wants it sent any more. A prekey that cannot have been used
  /// goes back.
  func abandon(_ record: OutboxRecord) throws {
    let sequence = record.entry.sequence
    if let entry = outbox.scheduler.discard(sequence) { try apply(entry) }
    try remove(sequence)
    guard let prekey = record.prekey, var peer = try unlessDamaged({ try transaction.peers.get(record.recipient) })
    else { return }
    peer.prekeyStock.giveBack(prekey, wasEverInFlight: record.entry.wasPushed)
    try transaction.peers.put(record.recipient, peer)
  }

  /// What expired fails; what never expires is pushed anew: same message id, new push id, sealed again.
  func advance() throws {
    let due = outbox.scheduler.advance(to: now)
    for entry in due.expired { try apply(entry) }
    for entry in due.repushed {
      if let record = try apply(entry) { try sealAnew(record) }
    }
  }

  /// What is kept unsealed gets other bytes with its next push, and so another push id.
  private func sealAnew(_ record: OutboxRecord) throws {
    guard var body = try unlessDamaged({ try transaction.outboxBodies.get(record.sequence) }), body.content != nil
    else { return }
    body.envelope = nil
    try transaction.outboxBodies.put(record.sequence, body)
    var record = record
    record.pushID = PushID(unchecked: profile.random.bytes(PushID.size))
    try transaction.outbox.put(record.sequence, record)
  }

  /// A receipt of `device`, or something that is as good as one.
  func confirm(_ sequence: UInt64, _ state: ReceiptBody.State) throws {
    if let entry = outbox.scheduler.confirm(sequence, state) { try apply(entry) }
  }

  /// Writes what the scheduler made of an entry, to its row and to the message that it carries.
  @discardableResult
  private func apply(_ entry: OutboxEntry) throws -> OutboxRecord? {
    guard var record = try record(of: entry.sequence) else {
      outbox.scheduler.remove(entry.sequence)
      return nil
    }
    record.entry = entry
    if entry.isFinished {
      try remove(entry.sequence)
    } else {
      try transaction.outbox.put(record.sequence, record)
    }
    if record.conversation != nil { try update(record.messageID, copyTo: record.recipient, to: entry.state) }
    if case .failed(let reason) = entry.state {
      if record.window != nil { return try endJoin(record) }
      if !entry.isFinished { try note(reason, record) }
    }
    return record
  }

  func remove(_ sequence: UInt64) throws {
    let key = RowNumber(rawValue: sequence)
    try transaction.outbox.delete(key)
    try transaction.outboxBodies.delete(key)
    outbox.scheduler.remove(sequence)
  }

  /// nil where there is no such row, or where it is damaged
  private func record(of sequence: UInt64) throws -> OutboxRecord? {
    try unlessDamaged { try transaction.outbox.get(RowNumber(rawValue: sequence)) }
  }

  /// A join whose time is over, with what waits for its window
  func endJoin(_ window: MailboxKey) throws {
    for record in try transaction.outbox.to(DeviceID(unchecked: window.bytes)) { try remove(record.entry.sequence) }
    try transaction.pendingJoins.delete(window)
    endedJoins.insert(window)
  }

  /// A window that is gone was answered by somebody else, cancelled or expired. After the inviter's offer it has closed
  /// because all has arrived: then the last message is on its way.
  private func endJoin(_ record: OutboxRecord) throws -> OutboxRecord? {
    try remove(record.entry.sequence)
    let window = record.entry.mailbox
    guard let join = try unlessDamaged({ try transaction.pendingJoins.get(window) }), join.peer == nil else {
      return nil
    }
    try transaction.pendingJoins.delete(window)
    endedJoins.insert(window)
    return nil
  }

  private func note(_ reason: SendFailure, _ record: OutboxRecord) throws {
    guard reason != .discarded else { return }
    try report(.sendFailed(reason), messageID: record.messageID, peer: record.recipient)
  }
}
