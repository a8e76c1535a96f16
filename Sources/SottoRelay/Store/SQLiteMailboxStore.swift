import SottoCore
import SottoRelayProtocol
import SottoSQLite
import SottoTransport
import Synchronization

/// The embedded store: SQLite with one writer, readers beside it, objects as files.
///
/// Three threads: one commits, and takes all that waits into one commit; one reads deliveries; one moves objects.
public final class SQLiteMailboxStore: MailboxStore, @unchecked Sendable {
  // Each of these three is used on its own thread only, after `start`.
  private let writer: MailboxWriter
  private let reader: MailboxReader
  private let keeper: ObjectKeeper

  private let limits: RelayServerLimits
  private let clock: @Sendable () -> Timestamp
  private let writes: WorkQueue<StoreWork>
  private let reads: WorkQueue<DeliveryFetch>
  private let objects: WorkQueue<StoreWork>
  private let running = Condition(0)
  /// Mailboxes that connections receive from
  private let received = Mutex<Set<MailboxKey>>([])

  private static let sweepInterval = TimeSpan.minutes(1)
  private static let fetchCount = 100_000

  /// Opens the databases in the folder, or makes them. Throws `newerSchema` for those of a later version.
  init(_ configuration: RelayConfiguration, folder: DataFolder) throws(SQLiteError) {
    let limits = configuration.limits
    let freeSpace = { configuration.freeSpace(folder.path) }
    self.limits = limits
    clock = configuration.clock
    let database = try RelayDatabase.openForWriting(folder.database)
    writer = MailboxWriter(
      database, limits: limits, at: clock(),
      hasSpace: { Self.hasSpace(in: database, of: freeSpace(), beyond: limits.reservedSpace) })
    reader = MailboxReader(try RelayDatabase.openForReading(folder.database))
    keeper = ObjectKeeper(
      try ObjectDatabase.openForWriting(folder.objectDatabase),
      mailboxes: try RelayDatabase.openForReading(folder.database), files: ObjectFiles(folder: folder.objects),
      limits: limits, freeSpace: freeSpace)
    writes = WorkQueue(maximumCount: limits.waitingRequests, maximumWeight: limits.waitingBytes)
    reads = WorkQueue(maximumCount: Self.fetchCount, maximumWeight: .max)
    objects = WorkQueue(maximumCount: limits.waitingRequests, maximumWeight: limits.waitingBytes)
  }

  /// Pages of the database that deleted envelopes have left are room too, since the file never shrinks. What is written
  /// to them still passes through the log, which the reserve is there for.
  private static func hasSpace(in database: Connection, of freeSpace: UInt64, beyond reserve: UInt64) -> Bool {
    if freeSpace > reserve { return true }
    guard freeSpace > reserve / 4, let room = try? database.reusableBytes else { return false }
    return room >= reusableRoom
  }

  private static let reusableRoom: UInt64 = 1 << 20

  public func start(_ sink: @escaping @Sendable (StoreReport) -> Void) {
    for body in [runWriter, runReader, runKeeper] {
      running.change { $0 += 1 }
      Thread.start {
        body(sink)
        self.running.change { $0 -= 1 }
      }
    }
  }

  public func submit(_ work: StoreWork) -> Bool {
    switch work.request {
    case .objectPut, .objectGet, .objectDelete: objects.append(work, weight: work.weight)
    default: writes.append(work, weight: work.weight)
    }
  }

  public func fetch(_ fetch: DeliveryFetch) -> Bool {
    reads.append(fetch)
  }

  public func setReceived(_ mailbox: MailboxKey, _ isReceived: Bool) {
    received.withLock { received in
      if isReceived { received.insert(mailbox) } else { received.remove(mailbox) }
    }
  }

  public func stop() {
    writes.close()
    reads.close()
    objects.close()
    _ = running.wait { $0 == 0 ? true : nil }
  }

  // MARK: Threads

  /// Group commit. As many as the last group had are likely to come again: they are waited for, but not for long.
  @Sendable private func runWriter(_ sink: @Sendable (StoreReport) -> Void) {
    var sweepAt = clock()
    var expected = 1
    while let group = writes.next(
      limits.groupSize, wanted: expected, within: limits.groupTime, idle: .seconds(1), weight: \.weight)
    {
      var report = StoreReport()
      if !group.isEmpty {
        writer.commit(group, at: clock(), into: &report)
        expected = group.count
      }
      let now = clock()
      if now >= sweepAt {
        let isMore = writer.sweep(at: now, received: { received.withLock { $0 } }, into: &report)
        sweepAt = isMore ? now : now.adding(Self.sweepInterval)
      }
      if !report.events.isEmpty || report.errorCount > 0 { sink(report) }
    }
    writer.close()
  }

  @Sendable private func runReader(_ sink: @Sendable (StoreReport) -> Void) {
    while let fetches = reads.next(16, weight: { _ in 0 }) {
      var report = StoreReport()
      report.batches = fetches.map { reader.fetch($0, at: clock()) }
      report.errorCount = report.batches.count { $0.isFailed }
      sink(report)
    }
  }

  @Sendable private func runKeeper(_ sink: @Sendable (StoreReport) -> Void) {
    var sweepAt = clock()
    while let group = objects.next(16, idle: .seconds(1), weight: \.weight) {
      var report = StoreReport()
      for work in group { report.events.append(.answered(work.ticket, keeper.perform(work, at: clock()))) }
      if !report.events.isEmpty { sink(report) }
      let now = clock()
      if now >= sweepAt {
        sweepAt = keeper.sweep(at: now) ? now : now.adding(Self.sweepInterval)
      }
    }
    keeper.close()
  }
}
