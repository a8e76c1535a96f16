import SottoCrypto

/// Decides which outbox entries may go now and what their answers mean.
///
/// For one mailbox entries go strictly in sequence, one at a time: the next is taken when the one before it is at the
/// relay or failed. So a later one never overtakes one that waits for its retry, whatever the relay answers. Mailboxes
/// do not wait for each other. Each call returns the entries it changed, for the store to write.
public struct OutboxScheduler: Sendable {
  private var entries: [UInt64: OutboxEntry] = [:]
  /// Sequences that are `queued` or `inFlight`, ascending.
  private var queues: [MailboxKey: [UInt64]] = [:]
  /// No entry's state ends by itself before this. A bound: entries that went on to another state do not raise it, so
  /// that a change costs the same however many entries wait.
  private var earliestEnd: Timestamp?
  /// What the entries that changed were when `begin` was called; nil where there was none
  private var before: [UInt64: OutboxEntry?]?

  /// What became due with time.
  public struct Due: Equatable, Sendable {
    /// Entries that failed because their time is over.
    public var expired: [OutboxEntry] = []
    /// Entries that the relay is about to drop without a receipt and that never expire. They are queued again:
    /// seal each anew, under the same message id and a new push id, in the transaction that stores the entry.
    public var repushed: [OutboxEntry] = []

    public var isEmpty: Bool { expired.isEmpty && repushed.isEmpty }
  }

  /// Takes up what the store holds. An entry that was in flight when the program ended is queued again; the relay
  /// knows its push id if it had it.
  public init(_ stored: some Sequence<OutboxEntry> = []) {
    for entry in stored { insert(entry) }
  }

  public subscript(sequence: UInt64) -> OutboxEntry? { entries[sequence] }

  /// Entries that wait for their relay or their keys.
  public var waitingCount: Int { entries.values.count { $0.state.isWaiting } }

  public mutating func insert(_ entry: OutboxEntry) {
    guard !entry.isFinished else { return }
    var entry = entry
    if entry.state == .inFlight { entry.state = .queued }
    put(entry)
  }

  /// Forgets an entry, as when its message is deleted.
  public mutating func remove(_ sequence: UInt64) {
    remember(sequence)
    guard let entry = entries.removeValue(forKey: sequence) else { return }
    dequeue(entry)
  }

  // MARK: Transactions

  /// From here on what changes can be taken back.
  public mutating func begin() {
    before = [:]
  }

  /// What has changed since `begin` stands.
  public mutating func commit() {
    before = nil
  }

  /// Every entry is as it was at `begin`; what is in flight stays in flight.
  public mutating func rollback() {
    guard let before else { return }
    self.before = nil
    for (sequence, entry) in before {
      if let entry { put(entry) } else { remove(sequence) }
    }
  }

  private mutating func remember(_ sequence: UInt64) {
    guard before?.keys.contains(sequence) == false else { return }
    before?.updateValue(entries[sequence], forKey: sequence)
  }

  // MARK: Sending

  /// The entries to push now, at most one per mailbox, by sequence; not those that `wait` for something of their own,
  /// such as an upload. They are in flight until `handle` names them.
  public mutating func take(
    at now: Timestamp, limit: Int = .max, besides wait: Set<UInt64> = []
  ) -> [OutboxEntry] {
    let heads = queues.values.compactMap { queue in queue.first.flatMap { entries[$0] } }
      .filter { $0.state == .queued && $0.isDue(at: now) && !isOver($0, at: now) && !wait.contains($0.sequence) }
      .sorted { $0.sequence < $1.sequence }
    return heads.prefix(limit).map { head in
      update(head.sequence) {
        $0.state = .inFlight
        $0.wasPushed = true
        $0.attempts = $0.attempts == .max ? .max : $0.attempts + 1
      }
    }
  }

  /// The relay's answer to a push of `sequence`, or that there was none. An answer for an entry that is not in flight
  /// any more changes nothing, unless it says that the relay has it.
  public mutating func handle(
    _ answer: PushAnswer, for sequence: UInt64, at now: Timestamp, random: any RandomSource
  ) -> [OutboxEntry] {
    guard let entry = entries[sequence] else { return [] }
    switch answer {
    case .accepted(let lifetime) where entry.state == .inFlight || entry.state == .queued:
      return [accept(sequence, keptFor: lifetime, at: now)]
    case .later(let wait) where entry.state == .inFlight:
      let hold = wait.map { now.adding(min($0, Limits.relayHold)) }
      return [retryLater(sequence, notBefore: hold, at: now, random: random)]
    case .noAnswer where entry.state == .inFlight:
      return [retryLater(sequence, notBefore: nil, at: now, random: random)]
    case .refused(.unknownMailbox) where entry.state == .inFlight:
      return failAll(of: entry.mailbox, reason: .unknownMailbox)
    case .refused(let reason) where entry.state == .inFlight:
      return [fail(sequence, reason)]
    case .accepted, .later, .refused, .noAnswer:
      return []
    }
  }

  /// A connection to the relay of these mailboxes stands again: what waits by the schedule of retries goes at once,
  /// but nothing before the time that its relay gave.
  public mutating func reconnected(_ mailboxes: some Sequence<MailboxKey>, at now: Timestamp) -> [OutboxEntry] {
    let delayed = mailboxes.flatMap { queues[$0, default: []] }.filter { sequence in
      entries[sequence].map { $0.state == .queued && $0.nextAttempt > now } ?? false
    }
    return delayed.map { sequence in update(sequence) { $0.nextAttempt = now } }
  }

  // MARK: What is known of the other side

  /// The owner of a mailbox that was not made yet was heard from: it is about to be made, if it is not yet. What waits
  /// goes at once, and the schedule of its retries begins anew.
  public mutating func ownerHeard(of mailbox: MailboxKey, at now: Timestamp) -> [OutboxEntry] {
    queues[mailbox, default: []].map { sequence in
      update(sequence) {
        $0.attempts = min($0.attempts, $0.state == .inFlight ? 1 : 0)
        $0.nextAttempt = min($0.nextAttempt, now)
      }
    }
  }

  /// A receipt of the recipient for this entry.
  public mutating func confirm(_ sequence: UInt64, _ receipt: ReceiptBody.State) -> OutboxEntry? {
    guard entries[sequence] != nil else { return nil }
    return update(sequence) { $0.state = $0.state.confirmed(receipt) }
  }

  /// Keys for a mailbox's device exist now. They are needed by all that waits for them, so all of it is queued, in its
  /// old order.
  public mutating func keysArrived(for mailbox: MailboxKey) -> [OutboxEntry] {
    let pending = entries.values.filter { $0.mailbox == mailbox && $0.state == .keysPending }.map(\.sequence)
    return pending.sorted().map { sequence in update(sequence) { $0.state = .queued } }
  }

  // MARK: What a person decides

  /// Queues a failed entry again, with a new lifetime.
  public mutating func retry(_ sequence: UInt64, at now: Timestamp) -> OutboxEntry? {
    guard let entry = entries[sequence], case .failed = entry.state else { return nil }
    return update(sequence) {
      $0.state = .queued
      $0.createdAt = now
      $0.attempts = 0
      $0.nextAttempt = now
    }
  }

  /// Gives an entry up. nil where the relay has it already, or where it has failed.
  public mutating func discard(_ sequence: UInt64) -> OutboxEntry? {
    guard let entry = entries[sequence], entry.state.isWaiting else { return nil }
    return fail(sequence, .discarded)
  }

  /// Fails an entry that this device itself cannot send, as when its attachment is gone.
  public mutating func refuse(_ sequence: UInt64, _ reason: SendFailure) -> OutboxEntry? {
    guard let entry = entries[sequence], entry.state.isWaiting else { return nil }
    return fail(sequence, reason)
  }

  // MARK: Time

  /// What `now` ends: entries not accepted within seven days, and accepted ones without a receipt when their relay
  /// drops them, or, where they never expire, shortly before. An entry in flight is left to its answer.
  public mutating func advance(to now: Timestamp) -> Due {
    var due = Due()
    guard let earliestEnd, earliestEnd <= now else { return due }
    for entry in entries.values.sorted(by: { $0.sequence < $1.sequence }) where isOver(entry, at: now) {
      switch entry.state {
      case .queued, .keysPending:
        due.expired.append(fail(entry.sequence, .expired))
      case .atRelay where entry.terms.neverExpires:
        due.repushed.append(
          update(entry.sequence) {
            $0.state = .queued
            $0.attempts = 0
            $0.nextAttempt = now
            $0.receiptDeadline = nil
          })
      case .atRelay:
        due.expired.append(fail(entry.sequence, .unconfirmed))
      case .inFlight, .stored, .read, .failed, .sealedToFile:
        break
      }
    }
    self.earliestEnd = entries.values.compactMap(end).min()
    return due
  }

  /// No later than the next time at which `take` or `advance` have something, so the time to call them again; nil where
  /// only an answer can bring it, or the end of what an entry waits for.
  public func nextEvent(at now: Timestamp, besides wait: Set<UInt64> = []) -> Timestamp? {
    let turns = queues.values.compactMap { queue -> Timestamp? in
      guard let head = queue.first.flatMap({ entries[$0] }), head.state == .queued,
        !wait.contains(head.sequence)
      else { return nil }
      return head.dueTime(at: now)
    }
    return (turns + (earliestEnd.map { [$0] } ?? [])).min()
  }

  /// The time at which the entry's present state ends by itself.
  private func end(of entry: OutboxEntry) -> Timestamp? {
    switch entry.state {
    case .queued, .keysPending:
      entry.terms.neverExpires ? nil : entry.createdAt.adding(Limits.outboxLifetime)
    case .atRelay:
      entry.receiptDeadline
    case .inFlight, .stored, .read, .failed, .sealedToFile:
      nil
    }
  }

  private func isOver(_ entry: OutboxEntry, at now: Timestamp) -> Bool {
    end(of: entry).map { $0 <= now } ?? false
  }

  // MARK: Changes

  /// A relay's word counts between a day, so that nothing goes round without an end, and the time that was asked for.
  private mutating func accept(_ sequence: UInt64, keptFor lifetime: TimeSpan, at now: Timestamp) -> OutboxEntry {
    let lifetime = max(min(lifetime, Limits.relayLifetime), .days(1))
    return update(sequence) {
      $0.state = .atRelay
      $0.receiptDeadline = now.adding($0.terms.neverExpires ? Limits.repushTime(of: lifetime) : lifetime)
    }
  }

  private mutating func retryLater(
    _ sequence: UInt64, notBefore: Timestamp?, at now: Timestamp, random: any RandomSource
  ) -> OutboxEntry {
    let entry = update(sequence) {
      $0.state = .queued
      $0.nextAttempt = now.adding(RetrySchedule.delay(after: $0.attempts, random: random))
      if let notBefore { $0.heldUntil = max($0.heldUntil, notBefore) }
    }
    return isOver(entry, at: now) ? fail(sequence, .expired) : entry
  }

  private mutating func fail(_ sequence: UInt64, _ reason: SendFailure) -> OutboxEntry {
    update(sequence) { $0.state = .failed(reason) }
  }

  private mutating func failAll(of mailbox: MailboxKey, reason: SendFailure) -> [OutboxEntry] {
    let open = entries.values.filter { $0.mailbox == mailbox && ($0.state.isWaiting || $0.state == .atRelay) }
    return open.map(\.sequence).sorted().map { fail($0, reason) }
  }

  /// The one place where an entry changes. `sequence` is one that `entries` has.
  private mutating func update(_ sequence: UInt64, _ change: (inout OutboxEntry) -> Void) -> OutboxEntry {
    guard var entry = entries[sequence] else { preconditionFailure("an entry changed that is not in the outbox") }
    change(&entry)
    if entry.isFinished { remove(sequence) } else { put(entry) }
    return entry
  }

  private mutating func put(_ entry: OutboxEntry) {
    remember(entry.sequence)
    entries[entry.sequence] = entry
    if let end = end(of: entry) { earliestEnd = min(earliestEnd ?? end, end) }
    guard entry.state == .queued || entry.state == .inFlight else { return dequeue(entry) }
    let (index, isQueued) = place(of: entry)
    if !isQueued { queues[entry.mailbox, default: []].insert(entry.sequence, at: index) }
  }

  private mutating func dequeue(_ entry: OutboxEntry) {
    let (index, isQueued) = place(of: entry)
    guard isQueued else { return }
    queues[entry.mailbox]?.remove(at: index)
    if queues[entry.mailbox]?.isEmpty == true { queues[entry.mailbox] = nil }
  }

  private func place(of entry: OutboxEntry) -> (index: Int, isQueued: Bool) {
    guard let queue = queues[entry.mailbox] else { return (0, false) }
    let index = queue.partitioningIndex { $0 >= entry.sequence }
    return (index, index < queue.endIndex && queue[index] == entry.sequence)
  }
}
