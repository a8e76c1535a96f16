import SottoCore
import SottoRelayProtocol
import SottoStore

/// What the outbox's driver remembers between its turns.
struct PumpState {
  /// Answers that came and are not written yet
  var answers: [(sequence: UInt64, answer: PushAnswer)] = []
  var inFlight: Set<UInt64> = []
  /// Pushes since the client was opened that their relays accepted
  var accepted = 0
  /// Relays that did not answer, and the mailboxes that wait for them
  var unreachable: [RelayTarget: Set<MailboxKey>] = [:]
  /// Of a relay that answers again: its mailboxes need not wait for their retry.
  var reached: Set<MailboxKey>?
  var isRunning = false
  var turnIsQueued = false
  var timer: Task<Void, Never>?
  /// The one at the opening counts as done when the pump starts.
  var lastUpkeep: Timestamp?
  var pushes: [UInt64: Task<Void, Never>] = [:]
  /// One for each message whose attachments are not at the own relay yet
  var uploads: [MessageID: Upload] = [:]
  /// Messages whose attachments will never be there, where that is not written yet
  var failedUploads: Set<MessageID> = []

  struct Upload {
    var task: Task<Void, Never>?
    var attempts: UInt32 = 0
    /// Not before this, by the schedule of retries; a new connection overrides it.
    var nextAttempt = Timestamp(milliseconds: 0)
    /// Not before this, because the relay said so.
    var heldUntil = Timestamp(milliseconds: 0)

    var dueTime: Timestamp { max(nextAttempt, heldUntil) }
  }
}

// The outbox carried out: each turn is one transaction that writes the answers which have come and takes what may go
// now; pushes run beside it and come back with their answers.
extension Sotto {
  /// Pushes that run at the same time
  private static let parallelPushes = 64

  /// Begins to push what waits, now and whenever something is due, until `close`.
  func startPump() {
    guard !pump.isRunning, !isClosed else { return }
    pump.isRunning = true
    pump.lastUpkeep = pump.lastUpkeep ?? profile.now
    wakePump()
  }

  func stopPump() {
    pump.isRunning = false
    pump.timer?.cancel()
    for push in pump.pushes.values { push.cancel() }
    for upload in pump.uploads.values { upload.task?.cancel() }
  }

  /// Many wakes before the turn begins make one turn.
  func wakePump() {
    guard pump.isRunning, !pump.turnIsQueued else { return }
    pump.turnIsQueued = true
    Task { self.turn() }
  }

  /// Nothing is on its way and nothing may go now.
  var outboxIsIdle: Bool {
    let now = profile.now
    return pump.inFlight.isEmpty && pump.answers.isEmpty && !pump.turnIsQueued
      && pump.uploads.values.allSatisfy { $0.task == nil && $0.dueTime > now }
      && (nextEvent(at: now).map { $0 > now } ?? true)
  }

  private func turn() {
    pump.turnIsQueued = false
    guard pump.isRunning else { return }
    keepUp()
    let answers = pump.answers
    let failedUploads = pump.failedUploads
    do {
      let (pushes, change) = try queue.write { change in
        try apply(answers, change)
        for message in failedUploads {
          for sequence in queue.uploads.entries(of: message) { try change.refuse(sequence, .attachmentUnavailable) }
        }
        try change.advance()
        let pushes = try change.take(limit: Self.parallelPushes - pump.inFlight.count)
        return (pushes, change)
      }
      pump.answers.removeFirst(answers.count)
      pump.failedUploads.subtract(failedUploads)
      for message in failedUploads { queue.uploads.remove(message) }
      for push in pushes { start(push) }
      startUploads()
      setTimer()
      publish(change)
    } catch {
      // The disk is full or gone: what the relays answered is asked again later, under the same push ids.
      setTimer(after: .seconds(10))
      changes.send(())
    }
  }

  private func apply(_ answers: [(sequence: UInt64, answer: PushAnswer)], _ change: OutboxChange) throws {
    for (sequence, answer) in answers { try change.handle(answer, for: sequence) }
    guard let reached = pump.reached else { return }
    try change.reconnected(reached)
    pump.unreachable = pump.unreachable.filter { !$0.value.isSubset(of: reached) }
    pump.reached = nil
  }

  private func setTimer(after span: TimeSpan? = nil) {
    pump.timer?.cancel()
    let now = profile.now
    var wait = Upkeep.interval
    // What is due but was not taken waits for the answer of the one before it.
    if let event = nextEvent(at: now), event > now { wait = min(wait, event.since(now)) }
    pump.timer = Task { [weak self, clock = profile.environment.clock, wait = span ?? wait] in
      guard (try? await clock.sleep(for: wait)) != nil else { return }
      await self?.wakePump()
    }
  }

  private func nextEvent(at now: Timestamp) -> Timestamp? {
    let uploads = pump.uploads.values.filter { $0.task == nil }.map(\.dueTime)
    let pushes = queue.scheduler.nextEvent(at: now, besides: queue.uploads.waiting)
    return (uploads + (pushes.map { [$0] } ?? [])).min()
  }

  /// A process that runs for months forgets as one that is opened every day.
  private func keepUp() {
    let now = profile.now
    if let last = pump.lastUpkeep, last <= now, now.since(last) < Upkeep.interval { return }
    pump.lastUpkeep = now
    // What cannot be written now is the next time.
    let change = try? queue.write { change in
      try Upkeep(change: change).run()
      return change
    }
    if let change { publish(change) }
  }

  // MARK: One push

  private func start(_ push: Push) {
    pump.inFlight.insert(push.sequence)
    pump.pushes[push.sequence] = Task {
      let answer = await self.carryOut(push)
      self.finish(push, answer)
    }
  }

  private func finish(_ push: Push, _ answer: PushAnswer) {
    pump.inFlight.remove(push.sequence)
    pump.pushes[push.sequence] = nil
    pump.answers.append((push.sequence, answer))
    if answer.isAccepted { pump.accepted += 1 }
    if answer == .noAnswer {
      pump.unreachable[push.relay, default: []].insert(push.record.entry.mailbox)
    } else if let waiting = pump.unreachable.removeValue(forKey: push.relay) {
      pump.reached = (pump.reached ?? []).union(waiting)
    }
    wakePump()
  }

  private func carryOut(_ push: Push) async -> PushAnswer {
    let request = PushRequest(
      mailbox: push.record.entry.mailbox, accessKey: push.accessKey, pushID: push.record.pushID,
      deletionKeyHash: DeletionKeyHash(of: push.record.deletionKey),
      urgency: push.record.isMessage ? .normal : .silent, envelope: push.envelope)
    do throws(SottoError.RelayFailure) {
      let connection = try await pool.connection(to: push.relay, for: .push)
      return PushAnswer(try await connection.ask(.push(request)), keptFor: connection.envelopeLifetime)
    } catch {
      return .noAnswer
    }
  }
}

extension PushAnswer {
  /// `keptFor`: what the relay says of all that it takes
  init(_ answer: Answer, keptFor lifetime: TimeSpan) {
    switch answer {
    case .pushed: self = .accepted(keptFor: lifetime)
    case .refused(let refusal, _): self = .init(refusal)
    default: self = .noAnswer
    }
  }

  private init(_ refusal: Refusal) {
    let wait = refusal.retryAfterMilliseconds
    switch refusal.code {
    case .tooLarge: self = .refused(.tooLarge)
    case .malformed, .badFrame: self = .refused(.malformed)
    case .unknownMailbox: self = .refused(.unknownMailbox)
    case .badAccessKey: self = .refused(.badAccessKey)
    case let code where code.isTemporary:
      self = .later(after: wait == 0 ? nil : TimeSpan(milliseconds: UInt64(wait)))
    default: self = .refused(.refused)
    }
  }
}
