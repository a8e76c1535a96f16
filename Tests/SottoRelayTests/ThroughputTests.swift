import SottoCore
import SottoRelay
import SottoRelayProtocol
import SottoSQLite
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Durable pushes a second against what SQLite alone does in groups of the same size. A figure, not a rule: it runs
/// where SOTTO_MEASURE is set, optimised.
@Suite(.enabled(if: getenv("SOTTO_MEASURE") != nil, "set SOTTO_MEASURE to measure"), .timeLimit(.minutes(5)))
struct ThroughputTests {
  private static let clients = 64
  private static let pushesPerClient = 400
  private static let envelope = [UInt8](repeating: 7, count: 1_024)

  @Test func durablePushesASecond() async throws {
    let relay = try TestRelay { $0.pushBurst = 1_000_000 }
    let mailboxes = (0..<Self.clients).map { TestMailbox(seed: UInt64($0)) }
    let owner = try await TestClient(relay.server)
    for mailbox in mailboxes { _ = try await owner.open(mailbox) }
    owner.connection.close()
    var clients: [TestClient] = []
    for _ in 0..<Self.clients { clients.append(try await TestClient(relay.server)) }
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (client, mailbox) in zip(clients, mailboxes) {
        nonisolated(unsafe) let client = client
        group.addTask {
          for _ in 0..<Self.pushesPerClient {
            let answer = try await client.ask(.push(mailbox.push(Self.envelope)))
            if let code = answer.refusalCode { throw Refusal(code) }
          }
        }
      }
      try await group.waitForAll()
    }
    let time = ContinuousClock.now - start
    relay.server.stop()
    let rate = Self.rate(time)
    let raw = try Self.rawRate(relay.folder.path + "/raw.db")
    print("relay \(Int(rate)) pushes/s, SQLite in groups of \(Self.clients): \(Int(raw)) rows/s, ratio \(rate / raw)")
    #expect(rate > 0)
  }

  private static func rate(_ time: Duration) -> Double {
    Double(clients * pushesPerClient) / (Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18)
  }

  private static func rawRate(_ path: String) throws -> Double {
    let database = try Connection(path: path)
    try database.execute(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (id INTEGER PRIMARY KEY, bytes BLOB)")
    let start = ContinuousClock.now
    for _ in 0..<pushesPerClient {
      try database.transaction { () throws(SQLiteError) in
        for _ in 0..<clients { try database.run("INSERT INTO rows (bytes) VALUES (?)", .blob(envelope)) }
      }
    }
    return rate(ContinuousClock.now - start)
  }
}
