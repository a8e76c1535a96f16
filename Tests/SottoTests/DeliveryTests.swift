import Sotto
import SottoCore
import SottoRelayProtocol
import Testing

/// Messages survive whatever the network, the relay and the processes do.
@Suite struct DeliveryTests {
  @Test func aMessageWaitsForItsRecipientAtTheRelay() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    await bob.close()
    let sent = try await alice.send("while you were away", to: .contact(alice.onlyContact().id))
    let atRelay = try await alice.waitForDelivery(of: sent.messageID, until: .atRelay, timeout: .seconds(20))
    #expect(atRelay.map(\.state) == [.atRelay])

    let back = try world.reopen("bob")
    let report = await back.sync()
    #expect(report.newMessages == 1 && report.failure == nil)
    #expect(try await back.messages(onlyNew: true).map(\.text) == ["while you were away"])
    let stored = try await alice.waitForDelivery(of: sent.messageID, until: .stored, timeout: .seconds(20))
    #expect(stored.map(\.state) == [.stored])
    #expect(try await alice.outbox().isEmpty)
    await alice.close()
    await back.close()
  }

  @Test func messagesOfOneDeviceKeepTheirOrder() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let contact = try await alice.onlyContact().id
    // More than there are prekeys: the last ones take the long-term path, which the result says.
    var isLongTerm: [Bool] = []
    for number in 0..<18 {
      let sent = try await alice.send("\(number)", to: .contact(contact))
      isLongTerm += sent.recipients.map(\.longTermPath)
    }
    #expect(isLongTerm.prefix(14).allSatisfy { !$0 })
    #expect(isLongTerm.contains(true))
    let received = try await bob.waitForMessages(18)
    #expect(received.map(\.text) == (0..<18).map(String.init))
    await alice.close()
    await bob.close()
  }

  @Test func whatTheRelayCannotTakeWaitsAndGoesWhenItIsBack() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    world.stopRelay()
    let sent = try await alice.send("later", to: .contact(alice.onlyContact().id))
    #expect(try await alice.deliveries(of: sent.messageID).map(\.state) == [.queued])
    await alice.close()
    try world.startRelay()
    let again = try world.reopen("alice")
    _ = await again.sync()
    #expect(try await again.deliveries(of: sent.messageID).map(\.state) != [.queued])
    _ = await bob.sync()
    #expect(try await bob.waitForMessages(1).map(\.text) == ["later"])
    await again.close()
    await bob.close()
  }

  @Test func aLostAnswerMakesNoSecondCopy() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    let clock = TestClock()
    let alice = try world.profile("alice", environment: .init(clock: clock, connector: network))
    let bob = try world.profile("bob")
    try await pair(alice, bob)
    network.loseAnswers(to: .push, count: 2)
    let sent = try await alice.send("once", to: .contact(alice.onlyContact().id))
    try await clock.advance(by: .minutes(1)) {
      try await alice.deliveries(of: sent.messageID).allSatisfy { $0.state != .queued }
    }
    #expect(try await bob.waitForMessages(1).map(\.text) == ["once"])
    _ = try await alice.send("twice", to: .contact(alice.onlyContact().id))
    #expect(try await bob.waitForMessages(2).map(\.text) == ["once", "twice"])
    await alice.close()
    await bob.close()
  }

  @Test func aLostAcknowledgementMakesNoSecondMessage() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    let clock = TestClock()
    let alice = try world.profile("alice")
    let bob = try world.profile("bob", environment: .init(clock: clock, connector: network))
    try await pair(alice, bob)
    network.loseAnswers(to: .acknowledge, count: 1)
    let contact = try await alice.onlyContact().id
    let sent = try await alice.send("once", to: .contact(contact))
    #expect(try await bob.waitForMessages(1).count == 1)
    _ = try await alice.send("twice", to: .contact(contact))
    try await clock.advance(by: .minutes(6)) { try await bob.messages().count >= 2 }
    #expect(try await bob.messages().map(\.text) == ["once", "twice"])
    let stored = try await alice.waitForDelivery(of: sent.messageID, until: .stored, timeout: .seconds(20))
    #expect(stored.map(\.state) == [.stored])
    #expect(try await bob.issues().isEmpty)
    await alice.close()
    await bob.close()
  }

  @Test func killedAfterSendingItGoesWithTheNextProcess() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    let first = try world.profile("alice", environment: .init(connector: network))
    let bob = try world.profile("bob")
    try await pair(first, bob)
    network.refusesConnections = true
    await first.dropConnections()
    let sent = try await first.send("durable", to: .contact(first.onlyContact().id))
    await first.halt()
    let second = try world.reopen("alice")
    _ = await second.sync()
    #expect(try await bob.waitForMessages(1).map(\.id) == [sent.messageID])
    await second.close()
    await bob.close()
  }

  @Test func killedAfterReceivingNothingIsLostOrRepeated() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    let alice = try world.profile("alice")
    let first = try world.profile("bob", environment: .init(connector: network))
    try await pair(alice, first)
    // Committed, but the relay never hears of it: the process dies first.
    network.loseAnswers(to: .acknowledge, count: .max)
    let sent = try await alice.send("committed", to: .contact(alice.onlyContact().id))
    #expect(try await first.waitForMessages(1).count == 1)
    await first.halt()
    let second = try world.reopen("bob")
    _ = await second.sync()
    #expect(try await second.messages().map(\.id) == [sent.messageID])
    #expect(try await second.issues().isEmpty)
    let stored = try await alice.waitForDelivery(of: sent.messageID, until: .stored, timeout: .seconds(20))
    #expect(stored.map(\.state) == [.stored])
    await alice.close()
    await second.close()
  }

  @Test func sevenDaysWithoutARelayFailAMessage() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    let clock = TestClock()
    let alice = try world.profile("alice", environment: .init(clock: clock, connector: network))
    let bob = try world.profile("bob")
    try await pair(alice, bob)
    network.refusesConnections = true
    await alice.dropConnections()
    let sent = try await alice.send("too late", to: .contact(alice.onlyContact().id))
    try await clock.advance(by: .days(8)) {
      try await alice.deliveries(of: sent.messageID).map(\.state) == [.failed(.expired)]
    }
    #expect(try await alice.issues().map(\.kind) == [.sendFailed])

    // A person sends it again, or gives it up.
    let entry = try #require(try await alice.outbox().first)
    network.refusesConnections = false
    try await alice.retryOutbox(entry.id)
    let deliveries = try await alice.waitForDelivery(of: sent.messageID, until: .stored, timeout: .seconds(20))
    #expect(deliveries.map(\.state) == [.stored])
    await #expect(throws: SottoError.notFound(.outboxEntry, "99")) { try await alice.discardOutbox(99) }
    await alice.close()
    await bob.close()
  }

  @Test func oneProcessAtATime() async throws {
    let world = try TestWorld()
    let alice = try world.profile("alice")
    #expect(throws: SottoError.inUse) { try world.reopen("alice") }
    #expect(throws: SottoError.noProfile(path: world.path("nobody"))) { try world.reopen("nobody") }
    #expect(throws: SottoError.profileExists(path: world.path("alice"))) { try world.profile("alice") }
    await alice.close()
  }

  @Test func readMarksAndLimits() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let contact = try await alice.onlyContact().id
    for text in ["one", "two", "three"] { _ = try await alice.send(text, to: .contact(contact)) }
    let received = try await bob.waitForMessages(3)
    #expect(received.allSatisfy { $0.isNew })
    try await bob.markRead([received[1]])
    #expect(try await bob.messages(onlyNew: true).map(\.text) == ["three"])
    #expect(try await bob.onlyContact().unread == 1)
    #expect(try await bob.messages(limit: 2).map(\.text) == ["two", "three"])
    #expect(try await bob.messages(with: bob.onlyContact().name).count == 3)
    #expect(try await bob.messages(since: received[2].storedAt).last?.text == "three")
    let status = try await bob.status()
    #expect(status.unread == 1 && status.contacts == 1)
    await #expect(throws: SottoError.notFound(.contact, "nobody")) { try await bob.messages(with: "nobody") }
    await alice.close()
    await bob.close()
  }
}

/// No relay can be reached.
struct Unreachable: RelayConnector {
  func connect(to relay: RelayTarget, timeout: TimeSpan) async throws(SottoError.RelayFailure) -> any RelayChannel {
    throw .unreachable
  }
}
