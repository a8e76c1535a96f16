import SottoCore
import SottoRelayProtocol
import SottoSQLite

/// Decides and writes what changes mailboxes and envelopes. One thread owns it, and it is the only writer, so what it
/// remembers of a mailbox is what the database says.
final class MailboxWriter {
  /// A mailbox in use.
  private struct Mailbox {
    let id: Int64
    var accessHash: AccessKeyHash
    var previous: PreviousAccessKey?
    var expiresAt: Timestamp?
    var lastArrival: UInt64
    var waitingCount: Int
    var waitingBytes: Int
    var bucket: TokenBucket

    func accepts(_ hash: AccessKeyHash, at now: Timestamp) -> Bool {
      if hash == accessHash { return true }
      guard let previous else { return false }
      return hash == previous.hash && now < previous.until
    }
  }

  private let database: Connection
  private let limits: RelayServerLimits
  private let hasSpace: () -> Bool
  private var mailboxes: [MailboxKey: Mailbox] = [:]
  /// Those that got envelopes in this transaction.
  private var grown: Set<MailboxKey> = []
  private var newMailboxes: TokenBucket
  /// Mailboxes remembered before those at rest are forgotten.
  private static let rememberedCount = 50_000

  init(_ database: Connection, limits: RelayServerLimits, at now: Timestamp, hasSpace: @escaping () -> Bool) {
    self.database = database
    self.limits = limits
    self.hasSpace = hasSpace
    newMailboxes = TokenBucket(
      limits.newMailboxesPerMinute, each: .minutes(1), burst: limits.newMailboxesPerMinute, at: now)
  }

  /// Does all of `group` in one transaction. On return it is durable, or nothing of it happened.
  ///
  /// What needs no space is tried again alone where the disk is full.
  func commit(_ group: [StoreWork], at now: Timestamp, into report: inout StoreReport) {
    do throws(SQLiteError) {
      try perform(group, at: now, into: &report)
    } catch {
      forget()
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
    for work in group { report.answers.append((work.ticket, .refused(refusal, to: work.request.type))) }
  }

  private func perform(
    _ group: [StoreWork], at now: Timestamp, into report: inout StoreReport
  ) throws(SQLiteError) {
    // Kept apart until the commit: nothing of a group that fails is reported.
    var done = StoreReport()
    try database.transaction { () throws(SQLiteError) in
      for work in group {
        done.answers.append((work.ticket, try perform(work.request, at: now, into: &done)))
      }
      try saveArrivals()
    }
    report.answers += done.answers
    report.arrived.formUnion(done.arrived)
    report.closed.formUnion(done.closed)
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
        return .opened(pending: try open(body, at: now))
      case .close(let body):
        try close(body.mailbox, at: now)
        report.closed.insert(body.mailbox)
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

  /// Moves the write-ahead log into the database file, so that a copy of that file alone is whole.
  func close() {
    try? database.checkpoint(.truncate)
  }

  // MARK: Pushing

  private func push(_ push: PushRequest, at now: Timestamp) throws -> PushAcceptance {
    guard var mailbox = try mailbox(push.mailbox, at: now) else { throw Refusal(.unknownMailbox) }
    // First of all: a repeat gets the first answer, whatever has changed since. Only its sender knows the id.
    let isKnown = try database.first(
      "SELECT 1 FROM pushes WHERE mailbox = ? AND push_id = ?", .integer(mailbox.id), .blob(push.pushID.bytes)
    ) { _ in true }
    if isKnown == true { return .repeat }
    guard mailbox.accepts(AccessKeyHash(of: push.accessKey), at: now) else { throw Refusal(.badAccessKey) }
    let wait = mailbox.bucket.take(at: now)
    mailboxes[push.mailbox] = mailbox
    if let wait { throw Refusal(.rateLimited, retryAfterMilliseconds: wait) }
    if !hasRoom(mailbox, for: push.envelope.count) {
      try expireEnvelopes(of: push.mailbox, at: now)
      mailbox = mailboxes[push.mailbox] ?? mailbox
      guard hasRoom(mailbox, for: push.envelope.count) else {
        throw Refusal(.mailboxFull, retryAfterMilliseconds: 60_000)
      }
    }
    guard hasSpace() else { throw Refusal(.storageFull, retryAfterMilliseconds: 60_000) }
    mailbox.lastArrival += 1
    mailbox.waitingCount += 1
    mailbox.waitingBytes += push.envelope.count
    try insert(push, into: mailbox, at: now)
    mailboxes[push.mailbox] = mailbox
    grown.insert(push.mailbox)
    return .first
  }

  private func hasRoom(_ mailbox: Mailbox, for count: Int) -> Bool {
    mailbox.waitingCount < limits.envelopesPerMailbox && mailbox.waitingBytes + count <= limits.bytesPerMailbox
  }

  private func insert(_ push: PushRequest, into mailbox: Mailbox, at now: Timestamp) throws(SQLiteError) {
    let lifetime = min(TimeSpan.hours(UInt64(push.expiryHours)), limits.envelopeLifetime)
    try database.run(
      """
      INSERT INTO pushes (mailbox, arrival, push_id, stored_at, expires_at, deletion_hash, envelope)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(mailbox.id), .integer(Int64(mailbox.lastArrival)), .blob(push.pushID.bytes), .time(now),
      .time(now.adding(lifetime)), .blob(push.deletionKeyHash.bytes), .blob(push.envelope))
  }

  private func saveArrivals() throws(SQLiteError) {
    for key in grown {
      guard let mailbox = mailboxes[key] else { continue }
      try database.run(
        "UPDATE mailboxes SET last_arrival = ? WHERE id = ?",
        .integer(Int64(mailbox.lastArrival)), .integer(mailbox.id))
    }
    grown = []
  }

  // MARK: Mailboxes

  /// The number of envelopes that wait.
  private func open(_ open: OpenRequest, at now: Timestamp) throws -> UInt32 {
    if var known = try mailbox(open.mailbox, at: now) {
      known.accessHash = open.accessKeyHash
      known.previous = open.previous
      try database.run(
        "UPDATE mailboxes SET access_hash = ?, previous_hash = ?, previous_until = ?, opened_at = ? WHERE id = ?",
        .blob(open.accessKeyHash.bytes), .optional(open.previous?.hash.bytes), .optional(open.previous?.until),
        .time(now), .integer(known.id))
      mailboxes[open.mailbox] = known
      return UInt32(clamping: try countWaiting(known.id, at: now))
    }
    if let wait = newMailboxes.take(at: now) { throw Refusal(.rateLimited, retryAfterMilliseconds: wait) }
    guard hasSpace() else { throw Refusal(.storageFull, retryAfterMilliseconds: 60_000) }
    // One that has run out but was not swept yet.
    try close(open.mailbox, at: now)
    let expiry = open.lifetimeHours.map { now.adding(.hours(UInt64($0))) }
    try database.run(
      """
      INSERT INTO mailboxes (key, access_hash, previous_hash, previous_until, last_arrival, expires_at, opened_at)
      VALUES (?, ?, ?, ?, 0, ?, ?)
      """,
      .blob(open.mailbox.bytes), .blob(open.accessKeyHash.bytes), .optional(open.previous?.hash.bytes),
      .optional(open.previous?.until), .optional(expiry), .time(now))
    return 0
  }

  private func close(_ key: MailboxKey, at now: Timestamp) throws(SQLiteError) {
    mailboxes[key] = nil
    let id = try database.first("SELECT id FROM mailboxes WHERE key = ?", .blob(key.bytes)) { $0.integer(0) }
    guard let id else { return }
    try database.run("DELETE FROM pushes WHERE mailbox = ?", .integer(id))
    try database.run("DELETE FROM mailboxes WHERE id = ?", .integer(id))
  }

  /// nil where there is none, or its lifetime is over.
  private func mailbox(_ key: MailboxKey, at now: Timestamp) throws(SQLiteError) -> Mailbox? {
    var mailbox = mailboxes[key]
    if mailbox == nil { mailbox = try load(key, at: now) }
    guard let mailbox else { return nil }
    if let expiry = mailbox.expiresAt, expiry <= now { return nil }
    return mailbox
  }

  private func load(_ key: MailboxKey, at now: Timestamp) throws(SQLiteError) -> Mailbox? {
    let row = try database.first(
      """
      SELECT id, access_hash, previous_hash, previous_until, expires_at, last_arrival FROM mailboxes WHERE key = ?
      """, .blob(key.bytes)
    ) { row in
      Mailbox(
        id: row.integer(0), accessHash: AccessKeyHash(unchecked: row.blob(1)),
        previous: row.isNull(2)
          ? nil : PreviousAccessKey(hash: AccessKeyHash(unchecked: row.blob(2)), until: row.time(3)),
        expiresAt: row.isNull(4) ? nil : row.time(4), lastArrival: UInt64(clamping: row.integer(5)),
        waitingCount: 0, waitingBytes: 0,
        bucket: TokenBucket(limits.pushesPerSecond, each: .seconds(1), burst: limits.pushBurst, at: now))
    }
    guard var mailbox = row else { return nil }
    let waiting = try database.first(
      """
      SELECT count(*), coalesce(sum(length(envelope)), 0) FROM pushes
      WHERE mailbox = ? AND envelope IS NOT NULL
      """, .integer(mailbox.id)
    ) { (Int($0.integer(0)), Int($0.integer(1))) }
    (mailbox.waitingCount, mailbox.waitingBytes) = waiting ?? (0, 0)
    makeRoom(at: now)
    mailboxes[key] = mailbox
    return mailbox
  }

  /// A mailbox whose bucket is full loses nothing when it is forgotten.
  private func makeRoom(at now: Timestamp) {
    guard mailboxes.count >= Self.rememberedCount else { return }
    mailboxes = mailboxes.filter { key, mailbox in
      var bucket = mailbox.bucket
      return grown.contains(key) || !bucket.isFull(at: now)
    }
  }

  /// After a transaction that failed.
  private func forget() {
    mailboxes = [:]
    grown = []
  }

  private func countWaiting(_ id: Int64, at now: Timestamp) throws(SQLiteError) -> Int {
    try database.first(
      "SELECT count(*) FROM pushes WHERE mailbox = ? AND envelope IS NOT NULL AND expires_at > ?",
      .integer(id), .time(now)
    ) { Int($0.integer(0)) } ?? 0
  }

  // MARK: Deleting

  private func acknowledge(_ acknowledge: AcknowledgeRequest, at now: Timestamp) throws(SQLiteError) {
    guard let id = try mailbox(acknowledge.mailbox, at: now)?.id else { return }
    for arrival in acknowledge.arrivals {
      guard let arrival = Int64(exactly: arrival) else { continue }
      let row = try database.first(
        "SELECT id, length(envelope) FROM pushes WHERE mailbox = ? AND arrival = ? AND envelope IS NOT NULL",
        .integer(id), .integer(arrival)
      ) { (id: $0.integer(0), count: Int($0.integer(1))) }
      if let row { try bury(row.id, size: row.count, in: acknowledge.mailbox, at: now) }
    }
  }

  private func blank(_ blank: BlankRequest, at now: Timestamp) throws {
    guard let id = try mailbox(blank.mailbox, at: now)?.id else { return }
    let row = try database.first(
      """
      SELECT id, length(envelope), deletion_hash FROM pushes
      WHERE mailbox = ? AND push_id = ? AND envelope IS NOT NULL
      """,
      .integer(id), .blob(blank.pushID.bytes)
    ) { (id: $0.integer(0), count: Int($0.integer(1)), hash: $0.blob(2)) }
    guard let row else { return }
    guard row.hash == DeletionKeyHash(of: blank.deletionKey).bytes else { throw Refusal(.badDeletionKey) }
    try bury(row.id, size: row.count, in: blank.mailbox, at: now)
  }

  /// Turns an envelope into its tombstone.
  private func bury(_ id: Int64, size: Int, in key: MailboxKey, at now: Timestamp) throws(SQLiteError) {
    try database.run(
      "UPDATE pushes SET envelope = NULL, deletion_hash = NULL, expires_at = ? WHERE id = ?",
      .time(now.adding(limits.tombstoneLifetime)), .integer(id))
    mailboxes[key]?.waitingCount -= 1
    mailboxes[key]?.waitingBytes -= size
  }

  private func expireEnvelopes(of key: MailboxKey, at now: Timestamp) throws(SQLiteError) {
    guard let id = mailboxes[key]?.id else { return }
    let rows = try database.query(
      """
      SELECT id, length(envelope) FROM pushes WHERE mailbox = ? AND envelope IS NOT NULL AND expires_at <= ?
      """, .integer(id), .time(now)
    ) { (id: $0.integer(0), count: Int($0.integer(1))) }
    for row in rows { try bury(row.id, size: row.count, in: key, at: now) }
  }

  // MARK: Sweeping

  /// Rows that one sweep looks at, so that pushes do not wait for it.
  private static let sweepCount = 500

  /// Removes what has run out. True where there may be more.
  func sweep(at now: Timestamp, into report: inout StoreReport) -> Bool {
    var closed: Set<MailboxKey> = []
    do throws(SQLiteError) {
      let isMore = try database.transaction { () throws(SQLiteError) in
        let envelopes = try sweepEnvelopes(at: now)
        let tombstones = try sweepTombstones(at: now)
        closed = try sweepMailboxes(at: now)
        return envelopes || tombstones || closed.count >= Self.sweepCount
      }
      report.closed.formUnion(closed)
      return isMore
    } catch {
      // The next sweep tries again.
      forget()
      return false
    }
  }

  private func sweepEnvelopes(at now: Timestamp) throws(SQLiteError) -> Bool {
    let rows = try database.query(
      """
      SELECT pushes.id, length(envelope), key FROM pushes JOIN mailboxes ON mailboxes.id = pushes.mailbox
      WHERE pushes.expires_at <= ? AND envelope IS NOT NULL LIMIT ?
      """, .time(now), .integer(Self.sweepCount)
    ) { (id: $0.integer(0), count: Int($0.integer(1)), key: MailboxKey(unchecked: $0.blob(2))) }
    for row in rows { try bury(row.id, size: row.count, in: row.key, at: now) }
    return rows.count == Self.sweepCount
  }

  private func sweepTombstones(at now: Timestamp) throws(SQLiteError) -> Bool {
    try database.run(
      """
      DELETE FROM pushes WHERE id IN
        (SELECT id FROM pushes WHERE expires_at <= ? AND envelope IS NULL LIMIT ?)
      """, .time(now), .integer(Self.sweepCount))
    return database.changes == Self.sweepCount
  }

  private func sweepMailboxes(at now: Timestamp) throws(SQLiteError) -> Set<MailboxKey> {
    let keys = try database.query(
      """
      SELECT key FROM mailboxes WHERE expires_at <= ?1 OR (opened_at <= ?2 AND NOT EXISTS
        (SELECT 1 FROM pushes WHERE mailbox = mailboxes.id AND envelope IS NOT NULL)) LIMIT ?3
      """, .time(now), .time(now.subtracting(limits.idleMailboxLifetime)), .integer(Self.sweepCount)
    ) { MailboxKey(unchecked: $0.blob(0)) }
    for key in keys { try close(key, at: now) }
    return Set(keys)
  }
}
