import SottoCore
import SottoRelayProtocol
import SottoSQLite

/// The rows of `mailboxes`, and those in use in memory. Its owner is the only writer, so what is remembered of a
/// mailbox is what the database says, up to the end of the transaction.
final class MailboxTable {
  private let database: Connection
  private let limits: RelayServerLimits
  private var known: [MailboxKey: Mailbox] = [:]
  /// Those that got envelopes in this transaction.
  private var grown: Set<MailboxKey> = []
  /// Mailboxes remembered before those at rest are forgotten.
  private static let rememberedCount = 50_000

  init(_ database: Connection, limits: RelayServerLimits) {
    self.database = database
    self.limits = limits
  }

  // MARK: Finding

  /// nil where there is none, or its lifetime is over.
  func find(_ key: MailboxKey, at now: Timestamp) throws(SQLiteError) -> Mailbox? {
    var mailbox = known[key]
    if mailbox == nil { mailbox = try load(key, at: now) }
    guard let mailbox, !mailbox.isOver(at: now) else { return nil }
    return mailbox
  }

  private func load(_ key: MailboxKey, at now: Timestamp) throws(SQLiteError) -> Mailbox? {
    let row = try database.first(
      """
      SELECT id, access_hash, previous_hash, previous_until, expires_at, last_arrival, opened_at FROM mailboxes
      WHERE key = ?
      """, .blob(key.bytes)
    ) { row in
      Mailbox(
        id: row.integer(0), accessHash: AccessKeyHash(unchecked: row.blob(1)),
        previous: row.isNull(2)
          ? nil : PreviousAccessKey(hash: AccessKeyHash(unchecked: row.blob(2)), until: row.time(3)),
        expiresAt: row.isNull(4) ? nil : row.time(4), openedAt: row.time(6),
        lastArrival: UInt64(clamping: row.integer(5)),
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
    known[key] = mailbox
    return mailbox
  }

  /// A mailbox whose bucket is full loses nothing when it is forgotten.
  private func makeRoom(at now: Timestamp) {
    guard known.count >= Self.rememberedCount else { return }
    known = known.filter { key, mailbox in
      var bucket = mailbox.bucket
      return grown.contains(key) || !bucket.isFull(at: now)
    }
  }

  /// After a transaction that failed.
  func forget() {
    known = [:]
    grown = []
  }

  // MARK: Changing

  /// Remembers a changed mailbox; what has to be on disk of it is written by whoever changed it.
  func keep(_ mailbox: Mailbox, as key: MailboxKey) {
    known[key] = mailbox
  }

  /// Remembers a mailbox that got an envelope. `saveArrivals` writes its number.
  func keepGrown(_ mailbox: Mailbox, as key: MailboxKey) {
    known[key] = mailbox
    grown.insert(key)
  }

  func didRemoveEnvelope(_ size: Int, from key: MailboxKey) {
    known[key]?.waitingCount -= 1
    known[key]?.waitingBytes -= size
  }

  /// Once for all envelopes that a mailbox got in this transaction.
  func saveArrivals() throws(SQLiteError) {
    for key in grown {
      guard let mailbox = known[key] else { continue }
      try database.run(
        "UPDATE mailboxes SET last_arrival = ? WHERE id = ?",
        .integer(Int64(mailbox.lastArrival)), .integer(mailbox.id))
    }
    grown = []
  }

  func insert(_ open: OpenRequest, at now: Timestamp) throws(SQLiteError) {
    let expiry = open.lifetimeHours.map { now.adding(.hours(UInt64($0))) }
    try database.run(
      """
      INSERT INTO mailboxes (key, access_hash, previous_hash, previous_until, last_arrival, expires_at, opened_at)
      VALUES (?, ?, ?, ?, 0, ?, ?)
      """,
      .blob(open.mailbox.bytes), .blob(open.accessKeyHash.bytes), .optional(open.previous?.hash.bytes),
      .optional(open.previous?.until), .optional(expiry), .time(now))
  }

  /// Takes over the access keys where they are new. Else nothing is written, so that a full disk keeps nobody out.
  func update(_ mailbox: Mailbox, by open: OpenRequest) throws(SQLiteError) {
    guard mailbox.accessHash != open.accessKeyHash || mailbox.previous != open.previous else { return }
    var mailbox = mailbox
    mailbox.accessHash = open.accessKeyHash
    mailbox.previous = open.previous
    try database.run(
      "UPDATE mailboxes SET access_hash = ?, previous_hash = ?, previous_until = ? WHERE id = ?",
      .blob(open.accessKeyHash.bytes), .optional(open.previous?.hash.bytes), .optional(open.previous?.until),
      .integer(mailbox.id))
    known[open.mailbox] = mailbox
  }

  func markOpened(_ key: MailboxKey, at now: Timestamp) throws(SQLiteError) {
    try database.run("UPDATE mailboxes SET opened_at = ? WHERE key = ?", .time(now), .blob(key.bytes))
    known[key]?.openedAt = now
  }

  /// With all that waits in it, and its tombstones. False where there is none.
  func delete(_ key: MailboxKey) throws(SQLiteError) -> Bool {
    known[key] = nil
    let id = try database.first("SELECT id FROM mailboxes WHERE key = ?", .blob(key.bytes)) { $0.integer(0) }
    guard let id else { return false }
    try database.run("DELETE FROM pushes WHERE mailbox = ?", .integer(id))
    try database.run("DELETE FROM mailboxes WHERE id = ?", .integer(id))
    return true
  }

  /// Up to `count` whose lifetime is over, or that are empty and were not opened for the time that those are kept.
  func over(_ count: Int, at now: Timestamp) throws(SQLiteError) -> [MailboxKey] {
    try database.query(
      """
      SELECT key FROM mailboxes WHERE expires_at <= ?1 OR (opened_at <= ?2 AND NOT EXISTS
        (SELECT 1 FROM pushes WHERE mailbox = mailboxes.id AND envelope IS NOT NULL)) LIMIT ?3
      """, .time(now), .time(now.subtracting(limits.idleMailboxLifetime)), .integer(count)
    ) { MailboxKey(unchecked: $0.blob(0)) }
  }
}
