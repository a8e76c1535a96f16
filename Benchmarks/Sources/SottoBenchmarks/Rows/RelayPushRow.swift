import Foundation
import SottoCore
import SottoCrypto
import SottoRelay
import SottoRelayProtocol
import SottoSQLite
import SottoTransport

/// Durable pushes a second over TLS from 64 clients, each waiting for its answer before the next, against rows of the
/// same size put straight into SQLite, 64 in a commit, with the same journal and the same syncing.
enum RelayPushRow {
  private static let clients = 64
  private static let envelopeSize = 1_024

  private struct Failed: Error {}

  static func measure(quick: Bool) async throws -> Measurement {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sotto-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let runs = quick ? 1 : 3
    let pushes = quick ? 4 : 150
    var rates: [Double] = []
    var yardsticks: [Double] = []
    for run in 0..<runs {
      rates.append(try await relay(in: folder.path + "/relay\(run)", pushesEach: pushes))
      yardsticks.append(try raw(in: folder.path + "/raw\(run).db", rows: pushes * clients))
    }
    return Measurement(value: Stopwatch.median(rates), yardstick: Stopwatch.median(yardsticks))
  }

  private static func relay(in folder: String, pushesEach: Int) async throws -> Double {
    var limits = RelayServerLimits()
    limits.newMailboxesPerMinute = clients * 2
    let server = try RelayServer(
      configuration: RelayConfiguration(dataFolder: folder, listen: "127.0.0.1:0", limits: limits))
    try server.start()
    defer { server.stop() }
    let address = server.address
    guard let pin = address.pin else { throw Failed() }
    var senders: [Sender] = []
    for _ in 0..<clients {
      senders.append(try await Sender(host: "127.0.0.1", port: address.port, pin: pin))
    }
    let clock = ContinuousClock()
    let start = clock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for sender in senders {
        group.addTask { try await sender.push(pushesEach, size: envelopeSize) }
      }
      try await group.waitForAll()
    }
    return Double(clients * pushesEach) / ((clock.now - start) / .seconds(1))
  }

  private static func raw(in path: String, rows: Int) throws -> Double {
    let connection = try Connection(path: path)
    try connection.execute("PRAGMA journal_mode=WAL")
    try connection.execute("PRAGMA synchronous=FULL")
    try connection.execute(
      "CREATE TABLE envelope (arrival INTEGER PRIMARY KEY, mailbox BLOB, push BLOB, body BLOB)")
    try connection.execute("CREATE UNIQUE INDEX push ON envelope (mailbox, push)")
    let random = SystemRandom()
    let body = random.bytes(envelopeSize)
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<(rows / clients) {
      try connection.execute("BEGIN IMMEDIATE")
      for _ in 0..<clients {
        try connection.run(
          "INSERT INTO envelope (mailbox, push, body) VALUES (?, ?, ?)", .blob(random.bytes(32)),
          .blob(random.bytes(16)), .blob(body))
      }
      try connection.execute("COMMIT")
    }
    return Double(rows) / ((clock.now - start) / .seconds(1))
  }

  /// A connection with a mailbox of its own.
  private actor Sender {
    private let connection: TransportConnection
    private var session = ClientSession()
    private let mailbox = Curve25519.KeyAgreement.PrivateKey()
    private let accessKey = AccessKey(unchecked: SystemRandom().bytes(AccessKey.size))

    init(host: String, port: UInt16, pin: [UInt8]) async throws {
      connection = try await TransportConnection.connect(host: host, port: port, pin: .full(pin))
      try await connection.send(session.start())
      guard case .ready(let relay)? = try await events().first else { throw Failed() }
      _ = try await ask(
        .open(OpenRequest(mailbox: mailbox, accessKey: accessKey, on: relay, exporter: connection.exporter)))
    }

    func push(_ count: Int, size: Int) async throws {
      let random = SystemRandom()
      for _ in 0..<count {
        let answer = try await ask(
          .push(
            PushRequest(
              mailbox: MailboxKey(unchecked: mailbox.publicKey.rawRepresentation), accessKey: accessKey,
              pushID: PushID(unchecked: random.bytes(PushID.size)),
              deletionKeyHash: DeletionKeyHash(unchecked: random.bytes(DeletionKeyHash.size)),
              envelope: random.bytes(size))))
        guard case .pushed(.first) = answer else { throw Failed() }
      }
    }

    private func ask(_ request: Request) async throws -> Answer {
      let (tag, bytes) = try session.send(request)
      try await connection.send(bytes)
      while true {
        for case .answer(tag, let answer) in try await events() { return answer }
      }
    }

    private func events() async throws -> [ClientEvent] {
      while true {
        guard let bytes = try await connection.receive() else { throw Failed() }
        let events = try session.receive(bytes)
        if !events.isEmpty { return events }
      }
    }
  }
}
