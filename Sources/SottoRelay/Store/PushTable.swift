import SottoCore
import SottoRelayProtocol
import SottoSQLite

/// The rows of `pushes`: envelopes that wait, and the tombstones that they leave.
struct PushTable {
  /// An envelope that waits
  struct Envelope {
    let id: Int64
    let mailbox: MailboxKey
    let size: Int
  }

  let database: Connection
  let mailboxes: MailboxTable
  let limits: RelayServerLimits

  // MARK: Finding

  /// Whether the mailbox knows this push id: its envelope waits, or its tombstone is there.
  func contains(_ pushID: PushID, in mailbox: Mailbox) throws(SQLiteError) -> Bool {
    try database.first(
      "SELECT 1 FROM pushes WHERE mailbox = ? AND push_id = ?", .integer(mailbox.id), .blob(pushID.bytes)
    ) { _ in true } ?? false
  }

  func envelope(_ arrival: UInt64, in mailbox: Mailbox, _ key: MailboxKey) throws(SQLiteError) -> Envelope? {
    guard let arrival = Int64(exactly: arrival) else { return nil }
    return try database.first(
      "SELECT id, length(envelope) FROM pushes WHERE mailbox = ? AND arrival = ? AND envelope IS NOT NULL",
      .integer(mailbox.id), .integer(arrival)
    ) { Envelope(id: $0.integer(0), mailbox: key, size: Int($0.integer(1))) }
  }

  func envelope(
    _ pushID: PushID, in mailbox: Mailbox, _ key: MailboxKey
  ) throws(SQLiteError) -> (envelope: Envelope, deletionHash: [UInt8])? {
    try database.first(
      """
      SELECT id, length(envelope), deletion_hash FROM pushes
      WHERE mailbox = ? AND push_id = ? AND envelope IS NOT NULL
      """, .integer(mailbox.id), .blob(pushID.bytes)
    ) { (Envelope(id: $0.integer(0), mailbox: key, size: Int($0.integer(1))), $0.blob(2)) }
  }

  func countWaiting(in mailbox: Mailbox, at now: Timestamp) throws(SQLiteError) -> Int {
    try database.first(
      "SELECT count(*) FROM pushes WHERE mailbox = ? AND envelope IS NOT NULL AND expires_at > ?",
      .integer(mailbox.id), .time(now)
    ) { Int($0.integer(0)) } ?? 0
  }

  // MARK: Changing

  /// As the newest of its mailbox.
  func insert(_ push: PushRequest, into mailbox: Mailbox, at now: Timestamp) throws(SQLiteError) {
    var mailbox = mailbox
    mailbox.lastArrival += 1
    mailbox.waitingCount += 1
    mailbox.waitingBytes += push.envelope.count
    let lifetime = min(TimeSpan.hours(UInt64(push.expiryHours)), limits.envelopeLifetime)
    try database.run(
      """
      INSERT INTO pushes (mailbox, arrival, push_id, stored_at, expires_at, deletion_hash, envelope)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(mailbox.id), .integer(Int64(mailbox.lastArrival)), .blob(push.pushID.bytes), .time(now),
      .time(now.adding(lifetime)), .blob(push.deletionKeyHash.bytes), .blob(push.envelope))
    mailboxes.keepGrown(mailbox, as: push.mailbox)
  }

  /// Turns an envelope into its tombstone.
  func bury(_ envelope: Envelope, at now: Timestamp) throws(SQLiteError) {
    try database.run(
      "UPDATE pushes SET envelope = NULL, deletion_hash = NULL, expires_at = ? WHERE id = ?",
      .time(now.adding(limits.tombstoneLifetime)), .integer(envelope.id))
    mailboxes.didRemoveEnvelope(envelope.size, from: envelope.mailbox)
  }

  // MARK: What has run out

  /// Buries it in one mailbox.
  func expire(in mailbox: Mailbox, _ key: MailboxKey, at now: Timestamp) throws(SQLiteError) {
    let envelopes = try database.query(
      "SELECT id, length(envelope) FROM pushes WHERE mailbox = ? AND envelope IS NOT NULL AND expires_at <= ?",
      .integer(mailbox.id), .time(now)
    ) { Envelope(id: $0.integer(0), mailbox: key, size: Int($0.integer(1))) }
    for envelope in envelopes { try bury(envelope, at: now) }
  }

  /// Buries up to `count` in all mailboxes; how many there were.
  func expire(_ count: Int, at now: Timestamp) throws(SQLiteError) -> Int {
    let envelopes = try database.query(
      """
      SELECT pushes.id, length(envelope), key FROM pushes JOIN mailboxes ON mailboxes.id = pushes.mailbox
      WHERE pushes.expires_at <= ? AND envelope IS NOT NULL LIMIT ?
      """, .time(now), .integer(count)
    ) { Envelope(id: $0.integer(0), mailbox: MailboxKey(unchecked: $0.blob(2)), size: Int($0.integer(1))) }
    for envelope in envelopes { try bury(envelope, at: now) }
    return envelopes.count
  }

  /// Deletes up to `count` tombstones; how many there were.
  func deleteTombstones(_ count: Int, at now: Timestamp) throws(SQLiteError) -> Int {
    try database.run(
      """
      DELETE FROM pushes WHERE id IN
        (SELECT id FROM pushes WHERE expires_at <= ? AND envelope IS NULL LIMIT ?)
      """, .time(now), .integer(count))
    return database.changes
  }
}
