import SottoCore
import TestSupport
import Testing

@Suite struct OutboxSchedulerTests {
  private let random = SeededRandom(seed: 6)
  private let start = Timestamp(milliseconds: 1_790_000_000_000)
  private let anna = MailboxKey(unchecked: [UInt8](repeating: 1, count: 32))
  private let ben = MailboxKey(unchecked: [UInt8](repeating: 2, count: 32))

  private func entry(
    _ sequence: UInt64, _ mailbox: MailboxKey, _ terms: OutboxEntry.Terms = .message, state: OutboxState = .queued
  ) -> OutboxEntry {
    OutboxEntry(sequence: sequence, mailbox: mailbox, terms: terms, createdAt: start, state: state)
  }

  private func take(_ outbox: inout OutboxScheduler, at now: Timestamp) -> [UInt64] {
    outbox.take(at: now).map(\.sequence)
  }

  @discardableResult
  private func answer(
    _ outbox: inout OutboxScheduler, _ answer: PushAnswer, _ sequence: UInt64, at now: Timestamp
  ) -> [OutboxEntry] {
    outbox.handle(answer, for: sequence, at: now, random: random)
  }

  @Test func `one mailbox's entries go one after the other, mailboxes side by side`() {
    var outbox = OutboxScheduler([entry(3, anna), entry(1, anna), entry(2, ben), entry(4, ben)])
    #expect(take(&outbox, at: start) == [1, 2])
    #expect(take(&outbox, at: start) == [])
    #expect(answer(&outbox, .accepted(), 1, at: start).map(\.state) == [.atRelay])
    #expect(take(&outbox, at: start) == [3])
    answer(&outbox, .accepted(), 2, at: start)
    #expect(take(&outbox, at: start) == [4])
  }

  @Test func `a later entry never overtakes one that waits, others go on`() {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, anna), entry(3, ben)])
    _ = outbox.take(at: start)
    let changed = answer(&outbox, .noAnswer, 1, at: start)
    #expect(changed.map(\.state) == [.queued])
    answer(&outbox, .accepted(), 3, at: start)
    #expect(take(&outbox, at: start.adding(.seconds(4))) == [])
    #expect(outbox.nextEvent(at: start) == changed[0].nextAttempt)
    #expect(take(&outbox, at: start.adding(.seconds(6))) == [1])
    answer(&outbox, .accepted(), 1, at: start.adding(.seconds(6)))
    #expect(take(&outbox, at: start.adding(.seconds(6))) == [2])
  }

  @Test func `what waits for an upload is passed over and holds up its own mailbox only`() {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, anna), entry(3, ben)])
    #expect(outbox.take(at: start, besides: [1]).map(\.sequence) == [3])
    #expect(outbox[1]?.attempts == 0 && outbox[1]?.state == .queued)
    answer(&outbox, .accepted(), 3, at: start)
    #expect(outbox.nextEvent(at: start, besides: []) == start)
    // Nothing of it is due by itself before its time here is over.
    #expect(outbox.nextEvent(at: start, besides: [1]).map { $0 > start } ?? true)
    #expect(outbox.take(at: start).map(\.sequence) == [1])
  }

  @Test func `an owner who is heard from is tried at once, and soon again`() {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, ben)])
    var now = start
    for _ in 0..<8 {
      #expect(take(&outbox, at: now) == (now == start ? [1, 2] : [1]))
      answer(&outbox, .later(after: nil), 1, at: now)
      if now == start { answer(&outbox, .accepted(), 2, at: now) }
      now = now.adding(.hours(1))
    }
    now = now.subtracting(.minutes(59))
    #expect(take(&outbox, at: now) == [])
    #expect(outbox.ownerHeard(of: anna, at: now).map(\.sequence) == [1])
    #expect(take(&outbox, at: now) == [1])
    answer(&outbox, .later(after: nil), 1, at: now)
    #expect(take(&outbox, at: now.adding(.seconds(4))) == [])
    #expect(take(&outbox, at: now.adding(.seconds(6))) == [1])
  }

  @Test func `a receipt that fails is done with`() {
    var outbox = OutboxScheduler([entry(1, anna, .receipt), entry(2, anna, .receipt), entry(3, anna)])
    _ = outbox.take(at: start)
    #expect(answer(&outbox, .refused(.tooLarge), 1, at: start).map(\.isFinished) == [true])
    #expect(outbox.refuse(2, .cannotSeal)?.isFinished == true)
    #expect(outbox[1] == nil && outbox[2] == nil)
    #expect(take(&outbox, at: start) == [3])
    #expect(answer(&outbox, .refused(.tooLarge), 3, at: start).map(\.isFinished) == [false])
  }

  @Test func `what a transaction changed is taken back, what is in flight stays in flight`() {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, anna), entry(3, ben)])
    _ = outbox.take(at: start, limit: 1)
    let before = (1...3).map { outbox[$0] }
    outbox.begin()
    answer(&outbox, .accepted(), 1, at: start)
    outbox.insert(entry(4, ben))
    outbox.remove(3)
    #expect(take(&outbox, at: start) == [2, 4])
    _ = outbox.refuse(2, .cannotSeal)
    outbox.rollback()
    #expect((1...3).map { outbox[$0] } == before)
    #expect(outbox[4] == nil)
    #expect(take(&outbox, at: start) == [3])

    outbox.begin()
    answer(&outbox, .accepted(), 1, at: start)
    outbox.commit()
    outbox.rollback()
    #expect(outbox[1]?.state == .atRelay)
    #expect(take(&outbox, at: start) == [2])
  }

  @Test func `a limit takes the earliest`() {
    var outbox = OutboxScheduler([entry(5, anna), entry(3, ben)])
    #expect(outbox.take(at: start, limit: 1).map(\.sequence) == [3])
    #expect(outbox.take(at: start, limit: 1).map(\.sequence) == [5])
  }

  @Test func `a new connection brings the retry forward, but not before the relay's time`() {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, ben)])
    _ = outbox.take(at: start)
    answer(&outbox, .noAnswer, 1, at: start)
    answer(&outbox, .later(after: .seconds(60)), 2, at: start)
    let soon = start.adding(.seconds(1))
    #expect(outbox.reconnected([anna, ben], at: soon).map(\.sequence) == [1, 2])
    #expect(take(&outbox, at: soon) == [1])
    #expect(take(&outbox, at: start.adding(.seconds(59))) == [])
    #expect(take(&outbox, at: start.adding(.seconds(60))) == [2])
  }

  @Test func `a temporary refusal without a time follows the schedule`() {
    var outbox = OutboxScheduler([entry(1, anna)])
    _ = outbox.take(at: start)
    answer(&outbox, .later(after: nil), 1, at: start)
    #expect(take(&outbox, at: start.adding(.seconds(4))) == [])
    #expect(take(&outbox, at: start.adding(.seconds(6))) == [1])
  }

  @Test(arguments: [SendFailure.tooLarge, .badAccessKey, .malformed, .refused, .cannotSeal])
  func `a lasting refusal fails that entry and lets the next go`(_ reason: SendFailure) {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, anna)])
    _ = outbox.take(at: start)
    #expect(answer(&outbox, .refused(reason), 1, at: start).map(\.state) == [.failed(reason)])
    #expect(take(&outbox, at: start) == [2])
    #expect(outbox[1]?.state == .failed(reason))
    #expect(take(&outbox, at: start.adding(.days(1))) == [])
  }

  @Test func `an unknown mailbox fails all entries for it and no others`() {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, anna), entry(3, anna, state: .keysPending), entry(4, ben)])
    _ = outbox.take(at: start)
    answer(&outbox, .accepted(), 1, at: start)
    _ = outbox.take(at: start)
    let changed = answer(&outbox, .refused(.unknownMailbox), 2, at: start)
    #expect(changed.map(\.sequence) == [1, 2, 3])
    #expect(changed.allSatisfy { $0.state == .failed(.unknownMailbox) })
    #expect(outbox[4]?.state == .inFlight)
    // It had been fetched all the same: the receipt is the stronger word.
    #expect(outbox.confirm(1, .stored)?.state == .stored)
  }

  @Test func `a message waits seven days for its relay`() {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, ben, state: .keysPending)])
    let end = start.adding(.days(7))
    #expect(outbox.advance(to: end.subtracting(TimeSpan(milliseconds: 1))).isEmpty)
    #expect(take(&outbox, at: end) == [])
    #expect(outbox.nextEvent(at: end).map { $0 <= end } == true)
    let due = outbox.advance(to: end)
    #expect(due.expired.map(\.state) == [.failed(.expired), .failed(.expired)])
    #expect(due.repushed.isEmpty)
    #expect(outbox.nextEvent(at: end) == nil)
  }

  @Test func `an entry in flight is left to its answer when its time ends`() {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, ben)])
    _ = outbox.take(at: start)
    let end = start.adding(.days(8))
    #expect(outbox.advance(to: end).isEmpty)
    #expect(answer(&outbox, .accepted(), 1, at: end).map(\.state) == [.atRelay])
    #expect(answer(&outbox, .noAnswer, 2, at: end).map(\.state) == [.failed(.expired)])
  }

  @Test func `without a receipt an accepted message is unconfirmed after thirty days`() {
    var outbox = OutboxScheduler([entry(1, anna)])
    _ = outbox.take(at: start)
    let accepted = start.adding(.days(6))
    answer(&outbox, .accepted(), 1, at: accepted)
    #expect(outbox.advance(to: start.adding(.days(7))).isEmpty)
    #expect(outbox.nextEvent(at: start.adding(.days(7))) == accepted.adding(.days(30)))
    #expect(outbox.advance(to: start.adding(.days(35))).isEmpty)
    #expect(outbox.advance(to: accepted.adding(.days(30))).expired.map(\.state) == [.failed(.unconfirmed)])
    // Late, but it came.
    #expect(outbox.confirm(1, .read)?.state == .read)
    #expect(outbox[1] == nil)
  }

  @Test(arguments: [(UInt64(7), UInt64(7)), (90, 30), (0, 1)])
  func `the time that a relay keeps things counts, within bounds`(days: (said: UInt64, counted: UInt64)) {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, ben, .pairing)])
    _ = outbox.take(at: start)
    for sequence in [UInt64(1), 2] {
      answer(&outbox, .accepted(keptFor: .days(days.said)), sequence, at: start)
    }
    let moment = TimeSpan(milliseconds: 1)
    let repush = start.adding(.hours(days.counted * 20))
    #expect(outbox.advance(to: repush.subtracting(moment)).isEmpty)
    #expect(outbox.advance(to: repush).repushed.map(\.sequence) == [2])
    let end = start.adding(.days(days.counted))
    #expect(outbox.advance(to: end.subtracting(moment)).isEmpty)
    #expect(outbox.advance(to: end).expired.map(\.state) == [.failed(.unconfirmed)])
  }

  @Test func `what never expires is pushed anew every twenty-five days until its receipt`() {
    var outbox = OutboxScheduler([entry(1, anna, .pairing)])
    #expect(outbox.advance(to: start.adding(.days(400))).isEmpty)
    var now = start.adding(.days(400))
    for _ in 1...3 {
      #expect(take(&outbox, at: now) == [1])
      answer(&outbox, .accepted(), 1, at: now)
      #expect(outbox.advance(to: now.adding(.days(24))).isEmpty)
      now = now.adding(.days(25))
      let due = outbox.advance(to: now)
      #expect(due.expired.isEmpty)
      #expect(due.repushed.map(\.state) == [.queued])
      #expect(due.repushed.map(\.receiptDeadline) == [nil])
    }
    #expect(outbox.confirm(1, .stored)?.isFinished == true)
    #expect(outbox.advance(to: now.adding(.days(60))).isEmpty)
  }

  @Test func `a receipt is done when the relay has it`() {
    var outbox = OutboxScheduler([entry(1, anna, .receipt)])
    _ = outbox.take(at: start)
    let changed = answer(&outbox, .accepted(), 1, at: start)
    #expect(changed.map(\.state) == [.atRelay])
    #expect(changed.map(\.isFinished) == [true])
    #expect(outbox[1] == nil)
    #expect(outbox.advance(to: start.adding(.days(7))).isEmpty)
    #expect(outbox.nextEvent(at: start.adding(.days(7))) == nil)
  }

  @Test func `a receipt before the relay's answer counts, and the answer changes nothing`() {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, anna)])
    _ = outbox.take(at: start)
    #expect(outbox.confirm(1, .stored)?.state == .stored)
    #expect(answer(&outbox, .noAnswer, 1, at: start).isEmpty)
    #expect(take(&outbox, at: start) == [2])
    #expect(outbox.confirm(9, .stored) == nil)
  }

  @Test func `entries without keys hold back nobody and keep their order when keys come`() {
    var outbox = OutboxScheduler([
      entry(1, anna, state: .keysPending), entry(2, anna, state: .keysPending), entry(3, anna, .pairing),
    ])
    #expect(take(&outbox, at: start) == [3])
    answer(&outbox, .accepted(), 3, at: start)
    #expect(outbox.keysArrived(for: anna).map(\.sequence) == [1, 2])
    #expect(take(&outbox, at: start) == [1])
    answer(&outbox, .accepted(), 1, at: start)
    #expect(take(&outbox, at: start) == [2])
  }

  @Test func `a restart queues what was in flight`() {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, anna)])
    let stored = outbox.take(at: start) + [entry(2, anna)]
    #expect(stored[0].state == .inFlight && stored[0].wasPushed)
    var again = OutboxScheduler(stored)
    #expect(take(&again, at: start) == [1])
    #expect(again[2]?.wasPushed == false)
  }

  @Test func `a person retries what failed and discards what waits`() {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, anna)])
    _ = outbox.take(at: start)
    #expect(outbox.retry(1, at: start) == nil)
    answer(&outbox, .refused(.tooLarge), 1, at: start)
    let later = start.adding(.days(6))
    let retried = outbox.retry(1, at: later)
    #expect(retried?.state == .queued && retried?.createdAt == later && retried?.wasPushed == true)
    #expect(take(&outbox, at: later) == [1])
    #expect(outbox.discard(2)?.state == .failed(.discarded))
    #expect(outbox.discard(2) == nil)
    answer(&outbox, .accepted(), 1, at: later)
    #expect(outbox.discard(1) == nil)
    outbox.remove(1)
    #expect(outbox[1] == nil)
  }

  @Test func `an entry that cannot be sent from here fails with its reason`() {
    var outbox = OutboxScheduler([entry(1, anna), entry(2, anna)])
    #expect(outbox.refuse(1, .attachmentUnavailable)?.state == .failed(.attachmentUnavailable))
    #expect(take(&outbox, at: start) == [2])
  }

  @Test func `a clock set back does not hold an entry`() {
    var outbox = OutboxScheduler([entry(1, anna, .pairing)])
    let wrong = start.adding(.days(4_000))
    _ = outbox.take(at: wrong)
    answer(&outbox, .later(after: .seconds(60)), 1, at: wrong)
    // The clock is set right: no retry and no wait reaches that far.
    #expect(outbox.nextEvent(at: start) == start)
    #expect(take(&outbox, at: start) == [1])
  }

  @Test func `a relay is not believed for more than seven days`() {
    var outbox = OutboxScheduler([entry(1, anna, .pairing)])
    _ = outbox.take(at: start)
    answer(&outbox, .later(after: .days(5_000)), 1, at: start)
    #expect(take(&outbox, at: start.adding(.days(6))) == [])
    #expect(take(&outbox, at: start.adding(.days(7))) == [1])
  }

  @Test func `answers for unknown or settled entries change nothing`() {
    var outbox = OutboxScheduler([entry(1, anna)])
    #expect(answer(&outbox, .accepted(), 7, at: start).isEmpty)
    #expect(answer(&outbox, .refused(.tooLarge), 1, at: start).isEmpty)
    #expect(outbox[1]?.state == .queued)
  }

  @Test func `ten thousand entries for one mailbox go in order`() {
    var outbox = OutboxScheduler((1...10_000).map { entry($0, anna) })
    var order: [UInt64] = []
    while let next = outbox.take(at: start).first {
      order.append(next.sequence)
      answer(&outbox, .accepted(), next.sequence, at: start)
    }
    #expect(order == Array(1...10_000))
    #expect(outbox.waitingCount == 0)
  }
}
