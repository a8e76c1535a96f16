import SottoCore
import SottoStore

/// The outbox: the scheduler's view of it in memory and the rows on disk, changed together.
///
/// Every change runs inside one transaction; where that fails, the memory goes back with it. Owned by the actor
/// `Sotto`, never shared.
final class Outbox {
  /// Changed by `OutboxChange` only
  var scheduler: OutboxScheduler
  /// Not undone with a transaction: what is not in the outbox waits for nothing.
  var uploads = PendingUploads()
  private let profile: OpenProfile

  /// An entry that was in flight when the program ended is queued again, and what waited for a retry may go at once: a
  /// new process makes new connections. Rows that cannot be read are left where they are, and reported.
  init(profile: OpenProfile) throws(SottoError) {
    self.profile = profile
    let (rows, isDamaged) = try profile.read { $0.outbox.readable() }
    let records = rows.map(\.record)
    scheduler = OutboxScheduler(records.map(\.entry))
    for record in records { uploads.add(record) }
    _ = scheduler.reconnected(Set(records.map(\.entry.mailbox)), at: profile.now)
    // What cannot be written now is said at the next opening.
    if isDamaged { try? write { try $0.reportDamagedEntries() } }
  }

  /// One transaction in which entries may be added and changed.
  func write<Result>(_ body: (OutboxChange) throws -> Result) throws(SottoError) -> Result {
    scheduler.begin()
    do {
      let result = try profile.write { transaction in
        try body(OutboxChange(outbox: self, transaction: transaction, profile: profile))
      }
      scheduler.commit()
      return result
    } catch {
      scheduler.rollback()
      throw error
    }
  }

  /// What `body` would give: its transaction is undone.
  func rehearse<Result>(_ body: (OutboxChange) throws -> Result) throws(SottoError) -> Result {
    var outcome: Result?
    do throws(SottoError) {
      try write { (change) -> Void in
        outcome = try body(change)
        throw SottoError.cancelled
      }
    } catch {
      guard outcome != nil else { throw error }
    }
    guard let outcome else { throw .cancelled }
    return outcome
  }
}
