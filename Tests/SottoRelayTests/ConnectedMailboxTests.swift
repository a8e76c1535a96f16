import SottoCore
import SottoRelay
import SottoRelayProtocol
import SottoSQLite
import TestSupport
import Testing

/// Connections that stay while their mailbox ages, goes, comes back, or cannot be read.
@Suite(.timeLimit(.minutes(1)))
struct ConnectedMailboxTests {
  @Test func aMailboxThatIsReceivedFromIsInUseHoweverLongAgoItWasOpened() async throws {
    let relay = try TestRelay()
    let used = TestMailbox(seed: 1)
    let unused = TestMailbox(seed: 2)
    let receiver = try await TestClient(relay.server)
    _ = try await receiver.open(used)
    let visitor = try await TestClient(relay.server)
    _ = try await visitor.open(unused)
    visitor.connection.close()
    try await relay.waitFor { relay.server.connectionCount == 1 }
    relay.advance(.days(200))
    try await relay.waitForStatistics { $0.mailboxes == 1 }
    let sender = try await TestClient(relay.server)
    #expect(try await sender.ask(.push(used.push([7]))) == .pushed(.first))
    #expect(try await sender.ask(.push(unused.push())).refusalCode == .unknownMailbox)
    let delivery = try await receiver.delivery()
    #expect(delivery.envelope == [7])
    #expect(try await receiver.acknowledge([delivery]) == .acknowledged)
    // Left behind, its time runs from then on.
    receiver.connection.close()
    try await relay.waitFor { relay.server.connectionCount == 1 }
    relay.advance(.days(178))
    #expect(try await sender.ask(.push(used.push([8], hours: 1))) == .pushed(.first))
    relay.advance(.days(4))
    try await relay.waitForStatistics { $0.mailboxes == 0 }
    relay.server.stop()
  }

  /// Arrivals of the new mailbox begin anew, also on a connection that was far ahead in the old one.
  @Test func aMailboxThatWasDeletedByAnotherConnectionIsOpenedAnew() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 3)
    let receiver = try await TestClient(relay.server)
    _ = try await receiver.open(mailbox)
    let other = try await TestClient(relay.server)
    for _ in 0..<3 {
      _ = try await other.ask(.push(mailbox.push()))
      _ = try await receiver.delivery()
    }
    #expect(try await other.close(mailbox) == .closed)
    let acknowledgement = AcknowledgeRequest(mailbox: mailbox.address, arrivals: [1])
    #expect(try await receiver.ask(.acknowledge(acknowledgement)).refusalCode == .notOpened)
    #expect(try await receiver.open(mailbox) == .opened(pending: 0))
    #expect(try await other.ask(.push(mailbox.push([9]))) == .pushed(.first))
    let delivery = try await receiver.delivery()
    #expect(delivery.arrival == 1)
    #expect(delivery.envelope == [9])
    relay.server.stop()
  }

  @Test func aMailboxWhoseLifetimeIsOverIsOpenedAnew() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 4)
    let receiver = try await TestClient(relay.server)
    _ = try await receiver.open(mailbox, hours: 1)
    let sender = try await TestClient(relay.server)
    for _ in 0..<3 {
      _ = try await sender.ask(.push(mailbox.push()))
      _ = try await receiver.delivery()
    }
    relay.advance(.hours(2))
    #expect(try await receiver.open(mailbox, hours: 1) == .opened(pending: 0))
    #expect(try await sender.ask(.push(mailbox.push([5]))) == .pushed(.first))
    #expect(try await receiver.delivery().envelope == [5])
    relay.server.stop()
  }

  /// Both in one commit, so that the connection hears of both at once.
  @Test func aMailboxThatIsDeletedAndMadeAgainAtOnceIsReceivedFrom() async throws {
    let relay = try TestRelay { $0.groupTime = .milliseconds(50) }
    let mailbox = TestMailbox(seed: 5)
    let busy = TestMailbox(seed: 6)
    let client = try await TestClient(relay.server)
    _ = try await client.open(busy)
    _ = try await client.open(mailbox)
    let session = try #require(client.session.relay)
    let exporter = client.connection.exporter
    let close = try CloseRequest(mailbox: mailbox.key, accessKey: mailbox.accessKey, on: session, exporter: exporter)
    let open = try OpenRequest(mailbox: mailbox.key, accessKey: mailbox.accessKey, on: session, exporter: exporter)
    for round in 0..<10 as Range<UInt8> {
      var requests: [Request] = (0..<10).map { _ in .push(busy.push()) }
      requests += [.close(close), .open(open)]
      var tags: [UInt32] = []
      for request in requests { tags.append(try await client.send(request)) }
      for tag in tags.dropLast() { _ = try await client.answer(tag) }
      #expect(try await client.answer(tags[tags.count - 1]) == .opened(pending: 0))
      #expect(try await client.ask(.push(mailbox.push([round]))) == .pushed(.first))
      var delivery = try await client.delivery()
      while delivery.mailbox != mailbox.address { delivery = try await client.delivery() }
      #expect(delivery.envelope == [round])
    }
    relay.server.stop()
  }

  @Test func whatCannotBeReadForAMomentIsDeliveredAfterIt() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 7)
    let owner = try await TestClient(relay.server)
    _ = try await owner.open(mailbox)
    owner.connection.close()
    let sender = try await TestClient(relay.server)
    let envelope = [UInt8](repeating: 1, count: 60_000)
    let count = 300
    for _ in 0..<count { #expect(try await sender.ask(.push(mailbox.push(envelope))) == .pushed(.first)) }
    // More than the buffers between here and there: the relay has to read again once the client goes on.
    let receiver = try await TestClient(relay.server)
    let session = try #require(receiver.session.relay)
    let open = try OpenRequest(
      mailbox: mailbox.key, accessKey: mailbox.accessKey, on: session, exporter: receiver.connection.exporter)
    let tag = try await receiver.send(.open(open))
    #expect(try await receiver.answer(tag) == .opened(pending: UInt32(count)))
    let database = try Connection(path: relay.folder.path + "/relay/relay.db")
    try database.execute("ALTER TABLE pushes RENAME TO away")
    let all = Task {
      var arrivals: [UInt64] = []
      while arrivals.count < count { arrivals.append(try await receiver.delivery().arrival) }
      return arrivals
    }
    try await relay.waitFor { relay.storeErrorCount > 0 }
    try database.execute("ALTER TABLE away RENAME TO pushes")
    #expect(try await all.value == Array(1...UInt64(count)))
    relay.server.stop()
  }
}
