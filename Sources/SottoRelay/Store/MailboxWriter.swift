import SottoCore
import SottoRelayProtocol
import SottoSQLite

/// Decides and writes what changes mailboxes and envelopes. One thread owns it, and it is the only writer.
final class MailboxWriter {
  private let database: Connection
  private let limits: RelayServerLimits
  private let hasSpace: () -> Bool
  private let mailboxes: MailboxTable
  private let pushes: PushTable
  private var newMailboxes: TokenBucket
  /// Mailboxes that were opened or are received from, and are still to be marked as opened; and when the latter are
  /// asked for again.
  private var unmarked: [MailboxKey] = []
  private var markAt = Timestamp(milliseconds: 0)
  private static let markInterval = TimeSpan.days(1)

  init(_ database: Connection, limits: RelayServerLimits, at now: Timestamp, hasSpace: @escaping () -> Bool) {
    self.database = database
    self.limits = limits
    self.hasSpace = hasSpace
    mailboxes = MailboxTable(database, limits: limits)
    pushes = PushTable(database: database, mailboxes: mailboxes, limits: limits)
    newMailboxes = TokenBucket(
      limits.newMailboxesPerMinute, each: .minutes(1), burst: limits.newMailboxesPerMinute, at: now)
  }

  /// Moves the write-ahead log into the database file, so that a copy of that file alone is whole.
  func close() {
    try? database.checkpoint(.truncate)
  }

  // MARK: Committing

  /// Does all of `group` in one transaction. On return it is durable, or nothing of it happened.
  ///
  /// What needs no space is tried again alone where the disk is full.
  func commit(_ group: [StoreWork], at now: Timestamp, into report: inout StoreReport) {
    do throws(SQLiteError) {
      try perform(group, at: now, into: &report)
    } catch {
      mailboxes.forget()
      if error != .full { report.errorCount += 1 }
      let code: RefusalCode = error == .full ? .storageFull : .busy
      let pushes = group.filter { $0.request.type == .push }
      let others = group.filter { $0.request.type != .push }
      if code == .storageFull, !pushes.isEmpty, !others.isEmpty {
        refuse(pushes, Refusal(code, retryAfterMilliseconds: 60_000), into: &report)
        commit(others, at: now, into: &report)
      } else {
        refuse(group, Refusal(code, retryAfterMilliseconds: 60_000), into: &report)
      }
    }
  }

  private func refuse(_ group: [StoreWork], _ refusal: Refusal, into report: inout StoreReport) {
    for work in group { report.events.append(.answered(work.ticket, .refused(refusal, to: work.request.type))) }
  }

  private func perform(
    _ group: [StoreWork], at now: Timestamp, into report: inout StoreReport
  ) throws(SQLiteError) {
    // Kept apart until the commit: nothing of a group that fails is reported.
    var done = StoreReport()
    try database.transaction { () throws(SQLiteError) in
      for work in group {
        let answer = try perform(work.request, at: now, into: &done)
        done.events.append(.answered(work.ticket, answer))
      }
      try mailboxes.saveArrivals()
    }
    report.events += done.events
    report.arrived.formUnion(done.arrived)
  }

  private func perform(
    _ request: Request, at now: Timestamp, into report: inout StoreReport
  ) throws(SQLiteError) -> Answer {
    do {
      switch request {
      case .push(let body):
        let acceptance = try push(body, at: now)
        if acceptance == .first { report.arrived.insert(body.mailbox) }
        return .pushed(acceptance)
      case .open(let body):
        return .opened(pending: try open(body, at: now, into: &report))
      case .close(let body):
        _ = try mailboxes.delete(body.mailbox)
        report.events.append(.closed(body.mailbox))
        return .closed
      case .acknowledge(let body):
        try acknowledge(body, at: now)
        return .acknowledged
      case .blank(let body):
        try blank(body, at: now)
        return .blanked
      case .hello, .ping, .objectPut, .objectGet, .objectDelete:
        return .refused(Refusal(.badFrame), to: request.type)
      }
    } catch let refusal as Refusal {
      return .refused(refusal, to: request.type)
    } catch {
      throw (error as? SQLiteError) ?? .other(0)
    }
  }

  // MARK: Requests

  private func push(_ push: PushRequest, at now: Timestamp) throws -> PushAcceptance {
    guard var mailbox = try mailboxes.find(push.mailbox, at: now) else { throw Refusal(.unknownMailbox) }
    // First of all: a repeat gets the first answer, whatever has changed since. Only its sender knows the id.
    if try pushes.contains(push.pushID, in: mailbox) { return .repeat }
    guard mailbox.accepts(AccessKeyHash(of: push.accessKey), at: now) else { throw Refusal(.badAccessKey) }
    let wait = mailbox.bucket.take(at: now)
    mailboxes.keep(mailbox, as: push.mailbox)
    if let wait { throw Refusal(.rateLimited, retryAfterMilliseconds: wait) }
    if !mailbox.hasRoom(for: push.envelope.count, within: limits) {
      try pushes.expire(in: mailbox, push.mailbox, at: now)
      mailbox = try mailboxes.find(push.mailbox, at: now) ?? mailbox
      guard mailbox.hasRoom(for: push.envelope.count, within: limits) else {
        throw Refusal(.mailboxFull, retryAfterMilliseconds: 60_000)
      }
    }
    guard hasSpace() else { throw Refusal(.storageFull, retryAfterMilliseconds: 60_000) }
    try pushes.insert(push, into: mailbox, at: now)
    return .first
  }

  /// The number of envelopes that wait.
  private func open(_ open: OpenRequest, at now: Timestamp, into report: inout StoreReport) throws -> UInt32 {
    if let mailbox = try mailboxes.find(open.mailbox, at: now) {
      try mailboxes.update(mailbox, by: open)
      if now.since(mailbox.openedAt) >= Self.markInterval { unmarked.append(open.mailbox) }
      return UInt32(clamping: try pushes.countWaiting(in: mailbox, at: now))
    }
    if let wait = newMailboxes.take(at: now) { throw Refusal(.rateLimited, retryAfterMilliseconds: wait) }
    guard hasSpace() else { throw Refusal(.storageFull, retryAfterMilliseconds: 60_000) }
    // One that has run out but was not swept yet.
    if try mailboxes.delete(open.mailbox) { report.events.append(.closed(open.mailbox)) }
    try mailboxes.insert(open, at: now)
    return 0
  }

  private func acknowledge(_ acknowledge: AcknowledgeRequest, at now: Timestamp) throws(SQLiteError) {
    guard let mailbox = try mailboxes.find(acknowledge.mailbox, at: now) else { return }
    for arrival in acknowledge.arrivals {
      guard let envelope = try pushes.envelope(arrival, in: mailbox, acknowledge.mailbox) else { continue }
      try pushes.bury(envelope, at: now)
    }
  }

  private func blank(_ blank: BlankRequest, at now: Timestamp) throws {
    guard let mailbox = try mailboxes.find(blank.mailbox, at: now),
      let found = try pushes.envelope(blank.pushID, in: mailbox, blank.mailbox)
    else { return }
    guard found.deletionHash == DeletionKeyHash(of: blank.deletionKey).bytes else {
      throw Refusal(.badDeletionKey)
    }
    try pushes.bury(found.envelope, at: now)
  }

  // MARK: Sweeping

  /// Rows that one sweep looks at, so that pushes do not wait for it.
  private static let sweepCount = 500

  /// Marks mailboxes that connections receive from as opened, each once a day, and removes what has run out. True where
  /// there may be more.
  ///
  /// - Parameter received: the mailboxes that connections receive from now
  func sweep(at now: Timestamp, received: () -> Set<MailboxKey>, into report: inout StoreReport) -> Bool {
    if now >= markAt {
      unmarked = Array(received().union(unmarked))
      markAt = now.adding(Self.markInterval)
    }
    do throws(SQLiteError) {
      let marked = unmarked.suffix(Self.sweepCount)
      let (counts, closed) = try database.transaction { () throws(SQLiteError) in
        for key in marked { try mailboxes.markOpened(key, at: now) }
        let envelopes = try pushes.expire(Self.sweepCount, at: now)
        let tombstones = try pushes.deleteTombstones(Self.sweepCount, at: now)
        // Not before all that are received from are marked.
        let over = marked.count == unmarked.count ? try mailboxes.over(Self.sweepCount, at: now) : []
        for key in over { _ = try mailboxes.delete(key) }
        return ([marked.count, envelopes, tombstones, over.count], over)
      }
      unmarked.removeLast(marked.count)
      report.events += closed.map { .closed($0) }
      return counts.contains { $0 >= Self.sweepCount }
    } catch {
      // The next sweep tries again.
      mailboxes.forget()
      if error != .full { report.errorCount += 1 }
      return false
    }
  }
}
