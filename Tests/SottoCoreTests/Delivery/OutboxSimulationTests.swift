import SottoCore
import TestSupport
import Testing

/// Months of an outbox in virtual time against a relay that loses answers, refuses, asks to wait and disappears, with
/// the program killed in between. After every step an oracle checks the promises.
@Suite struct OutboxSimulationTests {
  @Test(arguments: Array(1...16) as [UInt64])
  func `order, retries and lifetimes hold`(_ seed: UInt64) throws {
    var world = World(seed: seed)
    for _ in 0..<250 { try world.step() }
    try world.settle()
  }
}

private struct Broken: Error, CustomStringConvertible {
  let description: String
}

private struct World {
  let random: SeededRandom
  let mailboxes: [MailboxKey]
  var now = Timestamp(milliseconds: 1_790_000_000_000)
  var outbox = OutboxScheduler()
  /// What the store would hold: every entry that a call returned, as it was returned.
  var disk: [UInt64: OutboxEntry] = [:]
  var inFlight: Set<UInt64> = []
  /// What each relay has on disk, in the order it came.
  var relay: [MailboxKey: [UInt64]] = [:]
  /// Earliest time at which an entry may go, because its relay said so.
  var notBefore: [UInt64: Timestamp] = [:]
  var nextSequence: UInt64 = 1

  init(seed: UInt64) {
    let random = SeededRandom(seed: seed)
    self.random = random
    mailboxes = (0..<4).map { _ in MailboxKey(unchecked: random.bytes(32)) }
  }

  mutating func step() throws {
    switch random.int(0...9) {
    case 0...2: add()
    case 3...4: try push()
    case 5...7: try answer()
    case 8: now = now.adding(TimeSpan(milliseconds: UInt64(random.int(0...3_600_000 * 4))))
    default: random.int(0...3) == 0 ? crash() : keep(outbox.reconnected(mailboxes, at: now))
    }
    keep(outbox.advance(to: now))
    try check()
  }

  private mutating func add() {
    let terms = random.element(of: [OutboxEntry.Terms.message, .receipt, .pairing])
    let entry = OutboxEntry(
      sequence: nextSequence, mailbox: random.element(of: mailboxes), terms: terms, createdAt: now)
    nextSequence += 1
    outbox.insert(entry)
    disk[entry.sequence] = entry
  }

  private mutating func push() throws {
    for entry in outbox.take(at: now, limit: random.int(1...4)) {
      disk[entry.sequence] = entry
      guard inFlight.insert(entry.sequence).inserted else { throw Broken(description: "pushed twice at once") }
      guard notBefore[entry.sequence].map({ $0 <= now }) ?? true else { throw Broken(description: "pushed too early") }
      guard entry.terms.neverExpires || now < entry.createdAt.adding(Limits.outboxLifetime) else {
        throw Broken(description: "pushed after its lifetime")
      }
      try checkOrder(entry)
    }
  }

  /// Nothing of the same mailbox with a lower sequence still waits.
  private func checkOrder(_ entry: OutboxEntry) throws {
    for other in disk.values where other.mailbox == entry.mailbox && other.sequence < entry.sequence {
      guard !other.state.isWaiting else { throw Broken(description: "\(entry.sequence) overtook \(other.sequence)") }
    }
  }

  private mutating func answer() throws {
    guard let sequence = inFlight.sorted().first(where: { _ in random.int(0...1) == 0 }),
      let entry = disk[sequence]
    else { return }
    inFlight.remove(sequence)
    let answer = answer(to: entry)
    keep(outbox.handle(answer, for: sequence, at: now, random: random))
    guard let after = disk[sequence] else { return }
    switch answer {
    case .later(let wait?):
      notBefore[sequence] = now.adding(wait)
    case .later(nil), .noAnswer:
      guard after.state != .queued || after.nextAttempt.since(now) >= Limits.retryFirst else {
        throw Broken(description: "retried at once")
      }
      guard after.nextAttempt.since(now) <= Limits.retryMaximum else { throw Broken(description: "waits too long") }
    case .accepted, .refused:
      notBefore[sequence] = nil
    }
  }

  private mutating func answer(to entry: OutboxEntry) -> PushAnswer {
    switch random.int(0...11) {
    case 0...4:
      arrive(entry)
      return .accepted()
    case 5...6:
      // The relay has it, the answer is lost.
      arrive(entry)
      return .noAnswer
    case 7: return .noAnswer
    case 8: return .later(after: .seconds(UInt64(random.int(0...100_000))))
    case 9: return .later(after: nil)
    case 10: return .refused(random.element(of: [.tooLarge, .badAccessKey]))
    default: return random.int(0...20) == 0 ? .refused(.unknownMailbox) : .noAnswer
    }
  }

  private mutating func arrive(_ entry: OutboxEntry) {
    // A repeat of a push id changes nothing at the relay.
    if relay[entry.mailbox]?.contains(entry.sequence) != true {
      relay[entry.mailbox, default: []].append(entry.sequence)
    }
    if entry.terms.awaitsReceipt, random.int(0...2) == 0, let confirmed = outbox.confirm(entry.sequence, .stored) {
      keep([confirmed])
    }
  }

  /// The process dies; what was in flight may be answered by nobody. The disk is what comes back, rows in any order.
  private mutating func crash() {
    outbox = OutboxScheduler(disk.values)
    inFlight = []
  }

  private mutating func keep(_ entries: [OutboxEntry]) {
    for entry in entries { disk[entry.sequence] = entry }
  }

  private mutating func keep(_ due: OutboxScheduler.Due) {
    for entry in due.repushed { relay[entry.mailbox]?.removeAll { $0 == entry.sequence } }
    keep(due.expired + due.repushed)
  }

  private func check() throws {
    for (mailbox, sequences) in relay {
      // What never expires may come again, out of its first order; messages may not.
      let messages = sequences.filter { disk[$0]?.terms.neverExpires == false }
      guard messages == messages.sorted() else { throw Broken(description: "\(mailbox) got \(messages)") }
    }
    for entry in disk.values {
      let known = outbox[entry.sequence]
      let isRestarted = known?.state == .queued && entry.state == .inFlight
      guard entry.isFinished ? known == nil : known == entry || isRestarted else {
        throw Broken(description: "disk has \(entry), memory \(String(describing: known))")
      }
    }
  }

  /// The relay works again: every entry comes to its end by time alone.
  mutating func settle() throws {
    for sequence in inFlight { keep(outbox.handle(.noAnswer, for: sequence, at: now, random: random)) }
    inFlight = []
    var rounds = 0
    while outbox.waitingCount > 0 {
      rounds += 1
      guard rounds < 10_000, let next = outbox.nextEvent(at: now) else {
        throw Broken(description: "entries wait for nothing")
      }
      now = max(now, next)
      keep(outbox.advance(to: now))
      for entry in outbox.take(at: now) {
        disk[entry.sequence] = entry
        try checkOrder(entry)
        arrive(entry)
        keep(outbox.handle(.accepted(), for: entry.sequence, at: now, random: random))
      }
      try check()
    }
    for entry in disk.values where entry.state.isWaiting {
      throw Broken(description: "\(entry.sequence) ended as \(entry.state)")
    }
  }
}
