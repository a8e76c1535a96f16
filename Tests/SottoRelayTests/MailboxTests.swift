import SottoCore
import SottoRelay
import SottoRelayProtocol
import TestSupport
import Testing

/// What a relay promises about envelopes, seen from its clients.
@Suite(.timeLimit(.minutes(2)))
struct MailboxTests {
  @Test func threeLinesMakeARelay() async throws {
    let folder = ScratchFolder()
    let relay = try RelayServer(configuration: .init(dataFolder: folder.path, listen: "127.0.0.1:0"))
    try relay.start()
    let client = try await TestClient(try RelayAddress(relay.address.description))
    #expect(try await client.ask(.ping) == .pong)
    relay.stop()
  }

  @Test func whatIsPushedIsDelivered() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 1)
    let receiver = try await TestClient(relay.server)
    #expect(try await receiver.open(mailbox) == .opened(pending: 0))
    let sender = try await TestClient(relay.server)
    let push = mailbox.push([5, 6, 7])
    #expect(try await sender.ask(.push(push)) == .pushed(.first))
    let delivery = try await receiver.delivery()
    #expect(delivery.envelope == [5, 6, 7])
    #expect(delivery.pushID == push.pushID)
    #expect(delivery.mailbox == mailbox.address)
    #expect(delivery.storedAt == Timestamp(milliseconds: 1_800_000_000_000))
    #expect(try await receiver.acknowledge([delivery]) == .acknowledged)
    let again = try await TestClient(relay.server)
    #expect(try await again.open(mailbox) == .opened(pending: 0))
    relay.server.stop()
  }

  @Test func whatWaitsComesInArrivalOrderOncePerConnection() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 2)
    let owner = try await TestClient(relay.server)
    _ = try await owner.open(mailbox)
    owner.connection.close()
    let sender = try await TestClient(relay.server)
    for index in 0..<300 {
      let envelope = [UInt8](repeating: UInt8(index & 0xFF), count: 2_000)
      #expect(try await sender.ask(.push(mailbox.push(envelope))) == .pushed(.first))
    }
    for _ in 0..<2 {
      let receiver = try await TestClient(relay.server)
      #expect(try await receiver.open(mailbox) == .opened(pending: 300))
      var arrivals: [UInt64] = []
      for index in 0..<300 {
        let delivery = try await receiver.delivery()
        #expect(delivery.envelope.first == UInt8(index & 0xFF))
        arrivals.append(delivery.arrival)
      }
      #expect(arrivals == arrivals.sorted() && Set(arrivals).count == 300)
      // Opened again on the same connection: nothing comes twice.
      #expect(try await receiver.open(mailbox) == .opened(pending: 300))
      #expect(try await sender.ask(.push(mailbox.push([9]))) == .pushed(.first))
      let last = try await receiver.delivery()
      #expect(last.envelope == [9])
      #expect(try await receiver.acknowledge([last]) == .acknowledged)
    }
    relay.server.stop()
  }

  @Test func anArrivalNumberIsNeverUsedTwice() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 3)
    let receiver = try await TestClient(relay.server)
    _ = try await receiver.open(mailbox)
    var last: UInt64 = 0
    for _ in 0..<3 {
      _ = try await receiver.ask(.push(mailbox.push()))
      let delivery = try await receiver.delivery()
      #expect(delivery.arrival > last)
      last = delivery.arrival
      _ = try await receiver.acknowledge([delivery])
    }
    relay.advance(.days(9))
    relay.server.stop()
    let next = try TestRelay(after: relay)
    let again = try await TestClient(next.server)
    #expect(try await again.open(mailbox) == .opened(pending: 0))
    _ = try await again.ask(.push(mailbox.push()))
    #expect(try await again.delivery().arrival > last)
    next.server.stop()
  }

  @Test func onlyTheOwnersConnectionAcknowledges() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 4)
    let other = TestMailbox(seed: 5)
    let receiver = try await TestClient(relay.server)
    _ = try await receiver.open(mailbox)
    let stranger = try await TestClient(relay.server)
    _ = try await stranger.open(other)
    _ = try await stranger.ask(.push(mailbox.push()))
    let delivery = try await receiver.delivery()
    #expect(try await stranger.acknowledge([delivery]).refusalCode == .notOpened)
    var foreign = delivery
    foreign.mailbox = other.address
    #expect(try await stranger.acknowledge([foreign]) == .acknowledged)
    let again = try await TestClient(relay.server)
    #expect(try await again.open(mailbox) == .opened(pending: 1))
    // Numbers that are none are nothing to acknowledge.
    for arrival in [0, 99, UInt64.max] {
      let request = AcknowledgeRequest(mailbox: mailbox.address, arrivals: [arrival])
      #expect(try await again.ask(.acknowledge(request)) == .acknowledged)
    }
    #expect(try await again.open(mailbox) == .opened(pending: 1))
    relay.server.stop()
  }

  @Test func severalMailboxesShareAConnection() async throws {
    let relay = try TestRelay()
    let mailboxes = (10..<14).map { TestMailbox(seed: $0) }
    let receiver = try await TestClient(relay.server)
    for mailbox in mailboxes { #expect(try await receiver.open(mailbox) == .opened(pending: 0)) }
    for mailbox in mailboxes {
      _ = try await receiver.ask(.push(mailbox.push()))
      #expect(try await receiver.delivery().mailbox == mailbox.address)
    }
    relay.server.stop()
  }

  @Test func nothingIsAcceptedForAMailboxThatIsNotThere() async throws {
    let relay = try TestRelay()
    let sender = try await TestClient(relay.server)
    #expect(try await sender.ask(.push(TestMailbox(seed: 6).push())).refusalCode == .unknownMailbox)
    relay.server.stop()
  }

  @Test func closingAMailboxRemovesWhatWaits() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 7)
    let owner = try await TestClient(relay.server)
    _ = try await owner.open(mailbox)
    _ = try await owner.ask(.push(mailbox.push()))
    let other = try await TestClient(relay.server)
    #expect(try await other.close(mailbox) == .closed)
    #expect(try await owner.ask(.push(mailbox.push())).refusalCode == .unknownMailbox)
    #expect(try await other.open(mailbox) == .opened(pending: 0))
    relay.server.stop()
  }

  @Test func aMailboxLivesAsLongAsItsWindow() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 8)
    let owner = try await TestClient(relay.server)
    _ = try await owner.open(mailbox, hours: 2)
    relay.advance(.minutes(119))
    #expect(try await owner.ask(.push(mailbox.push())) == .pushed(.first))
    relay.advance(.minutes(1))
    #expect(try await owner.ask(.push(mailbox.push())).refusalCode == .unknownMailbox)
    // Opened again it is a new one.
    let again = try await TestClient(relay.server)
    #expect(try await again.open(mailbox) == .opened(pending: 0))
    relay.advance(.hours(20))
    #expect(try await again.ask(.push(mailbox.push())) == .pushed(.first))
    relay.server.stop()
  }

  @Test func whatHasRunOutIsNotDelivered() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 9)
    let owner = try await TestClient(relay.server)
    _ = try await owner.open(mailbox)
    let sender = try await TestClient(relay.server)
    _ = try await sender.ask(.push(mailbox.push([1], hours: 1)))
    _ = try await sender.ask(.push(mailbox.push([2], hours: 65_535)))
    owner.connection.close()
    relay.advance(.hours(1))
    let second = try await TestClient(relay.server)
    #expect(try await second.open(mailbox) == .opened(pending: 1))
    #expect(try await second.delivery().envelope == [2])
    #expect(try await second.deliveriesSoFar().isEmpty)
    second.connection.close()
    // Whatever the sender asked for, thirty days are the end.
    relay.advance(.days(30))
    let third = try await TestClient(relay.server)
    #expect(try await third.open(mailbox) == .opened(pending: 0))
    try await relay.waitForStatistics { $0.envelopes == 0 }
    relay.server.stop()
  }

  @Test func emptyMailboxesThatNobodyOpensGo() async throws {
    let relay = try TestRelay()
    let client = try await TestClient(relay.server)
    _ = try await client.open(TestMailbox(seed: 20))
    client.connection.close()
    try await relay.waitFor { relay.server.connectionCount == 0 }
    relay.advance(.days(179))
    let other = try await TestClient(relay.server)
    _ = try await other.open(TestMailbox(seed: 21))
    try await relay.waitForStatistics { $0.mailboxes == 2 }
    relay.advance(.days(1))
    try await relay.waitForStatistics { $0.mailboxes == 1 }
    relay.server.stop()
  }

  @Test func everythingIsThereAfterARestart() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 22)
    let owner = try await TestClient(relay.server)
    _ = try await owner.open(mailbox)
    owner.connection.close()
    let sender = try await TestClient(relay.server)
    let push = mailbox.push([1, 2])
    _ = try await sender.ask(.push(push))
    relay.server.stop()
    let next = try TestRelay(after: relay)
    #expect(next.address.pin == relay.address.pin)
    let again = try await TestClient(next.server)
    #expect(try await again.open(mailbox) == .opened(pending: 1))
    #expect(try await again.delivery().envelope == [1, 2])
    #expect(try await again.ask(.push(push)) == .pushed(.repeat))
    next.server.stop()
  }

  @Test func oneRelayRunsOnAFolder() async throws {
    let relay = try TestRelay()
    #expect(throws: RelayError.inUse) { try TestRelay(after: relay) }
    #expect(throws: RelayError.notRunning) { try relay.server.start() }
    relay.server.stop()
    #expect(try RelayServer.address(dataFolder: relay.folder.path + "/relay") == relay.address)
    #expect(throws: RelayError.noAddress) { try RelayServer.address(dataFolder: relay.folder.path) }
    #expect(throws: RelayError.noAddress) { try RelayStatistics(dataFolder: relay.folder.path) }
  }

  @Test func theProbeComesBack() async throws {
    let relay = try TestRelay()
    try await RelayProbe.run(relay.address)
    #expect(try RelayStatistics(dataFolder: relay.folder.path + "/relay").mailboxes == 0)
    let address = relay.address
    relay.server.stop()
    await #expect(throws: RelayProbe.Failure.self) { try await RelayProbe.run(address) }
  }
}
