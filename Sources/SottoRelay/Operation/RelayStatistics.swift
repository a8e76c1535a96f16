import SottoSQLite

/// What a data folder holds, in numbers only.
public struct RelayStatistics: Equatable, Sendable {
  public var mailboxes = 0
  /// Envelopes that wait, and their bytes.
  public var envelopes = 0
  public var envelopeBytes = 0
  /// Push ids that are remembered after their envelopes went.
  public var tombstones = 0
  /// Complete and unfinished objects, and the bytes they are to take.
  public var objects = 0
  public var objectBytes = 0

  /// Reads beside a running relay, or without one.
  public init(dataFolder: String) throws(RelayError) {
    do throws(SQLiteError) {
      let relay = try RelayDatabase.openForReading(DataFolder.database(in: dataFolder))
      mailboxes = try relay.first("SELECT count(*) FROM mailboxes") { Int($0.integer(0)) } ?? 0
      let pushes = try relay.first(
        "SELECT count(envelope), coalesce(sum(length(envelope)), 0), count(*) - count(envelope) FROM pushes"
      ) { (Int($0.integer(0)), Int($0.integer(1)), Int($0.integer(2))) }
      (envelopes, envelopeBytes, tombstones) = pushes ?? (0, 0, 0)
      let store = try RelayDatabase.openForReading(DataFolder.objectDatabase(in: dataFolder))
      let sums = try store.first("SELECT count(*), coalesce(sum(size), 0) FROM objects") {
        (Int($0.integer(0)), Int($0.integer(1)))
      }
      (objects, objectBytes) = sums ?? (0, 0)
    } catch {
      throw error == .cannotOpen ? .noAddress : .store(error)
    }
  }
}
