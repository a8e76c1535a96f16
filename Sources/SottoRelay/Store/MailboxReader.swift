import SottoCore
import SottoRelayProtocol
import SottoSQLite

/// Reads envelopes for delivery, beside the writer. One thread owns it.
final class MailboxReader {
  private let database: Connection

  init(_ database: Connection) {
    self.database = database
  }

  /// Unexpired envelopes in arrival order, as far as they can be read.
  func fetch(_ fetch: DeliveryFetch, at now: Timestamp) -> DeliveryBatch {
    var batch = DeliveryBatch(fetch: fetch, deliveries: [])
    do throws(SQLiteError) {
      try read(fetch, at: now, into: &batch)
    } catch {
      (batch.isCut, batch.isFailed) = (true, true)
    }
    return batch
  }

  private func read(
    _ fetch: DeliveryFetch, at now: Timestamp, into batch: inout DeliveryBatch
  ) throws(SQLiteError) {
    let statement = try database.prepare(
      """
      SELECT arrival, push_id, stored_at, envelope FROM pushes
      WHERE mailbox = (SELECT id FROM mailboxes WHERE key = ?) AND arrival > ? AND envelope IS NOT NULL
        AND expires_at > ?
      ORDER BY arrival LIMIT ?
      """)
    defer { statement.reset() }
    try statement.bind([
      .blob(fetch.mailbox.bytes), .integer(Int64(clamping: fetch.after)), .time(now),
      .integer(DeliveryFetch.maximumCount),
    ])
    var size = 0
    while try statement.step() {
      let envelope = statement.blob(3)
      size += envelope.count
      batch.deliveries.append(
        Delivery(
          arrival: UInt64(clamping: statement.integer(0)), pushID: PushID(unchecked: statement.blob(1)),
          storedAt: statement.time(2), mailbox: fetch.mailbox, envelope: envelope))
      if size >= DeliveryFetch.maximumBytes {
        batch.isCut = true
        return
      }
    }
    batch.isCut = batch.deliveries.count == DeliveryFetch.maximumCount
  }
}
