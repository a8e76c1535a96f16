import Sotto
import SottoCore
import Testing

/// Pairing by files, without and with relays.
@Suite struct FilePairingTests {
  @Test func twoProfilesWithoutRelaysPair() async throws {
    let world = try TestWorld()
    let anna = try Sotto.createProfile(at: world.path("anna"))
    let ben = try Sotto.createProfile(at: world.path("ben"))
    try await pairByFiles(anna, ben)
    #expect(try await ben.contacts().map(\.isHybrid) == [true])
    #expect(
      try await anna.contact(named: anna.onlyContact().name).safetyWords
        == ben.contact(named: ben.onlyContact().name).safetyWords)

    let text = try #require(
      try await ben.seal("no network", to: [.contact(ben.onlyContact().id)], output: .armoured).armoured)
    #expect(try await anna.open(armoured: text).message.text == "no network")
    await #expect(throws: SottoError.noRelay) { try await ben.send("x", to: .contact(ben.onlyContact().id)) }
    await anna.close()
    await ben.close()
  }

  /// Neither has been online before the other writes: the relay has a mailbox for it all the same.
  @Test func theInboxesExistOnceThePairDoes() async throws {
    let world = try TestWorld()
    let anna = try world.profile("anna")
    let ben = try world.profile("ben")
    try await pairByFiles(anna, ben)
    await anna.close()
    let sent = try await ben.send("hello", to: .contact(ben.onlyContact().id))
    let deliveries = try await ben.waitForDelivery(of: sent.messageID, until: .atRelay, timeout: .seconds(20))
    #expect(deliveries.map(\.state) == [.atRelay])
    let again = try world.reopen("anna")
    #expect(try await again.waitForMessages(1).map(\.text) == ["hello"])
    for sotto in [again, ben] { #expect(try await sotto.issues().isEmpty) }
    await again.close()
    await ben.close()
  }

  /// The relay was away during the pairing, so a side that was not online since has no mailbox there.
  @Test func whatIsSentToAPeerThatWasNeverOnlineWaitsForIt() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    network.refusesConnections = true
    let clock = TestClock()
    let anna = try world.profile("anna", environment: .init(connector: network))
    let ben = try world.profile("ben", environment: .init(clock: clock, answerTimeout: .days(60)))
    try await pairByFiles(anna, ben)
    let first = try await ben.send("one", to: .contact(ben.onlyContact().id)).messageID
    let second = try await ben.send("two", to: .contact(ben.onlyContact().id)).messageID
    // Greeting and messages are refused and wait for their retry, one behind the other.
    await ben.waitUntil { try await ben.outbox().contains { $0.attempts > 0 && $0.state == .queued } }
    #expect(try await ben.outbox().allSatisfy { $0.state == .queued })
    #expect(try await ben.issues().isEmpty)

    // The other side comes: its inbox is made, and all of it arrives in its order.
    network.refusesConnections = false
    try await anna.connect()
    try await clock.advance(by: .minutes(1)) { try await anna.messages().count == 2 }
    #expect(try await anna.messages().map(\.text) == ["one", "two"])
    await ben.waitUntil { try await ben.deliveries(of: second).map(\.state) == [.stored] }
    #expect(try await ben.deliveries(of: first).map(\.state) == [.stored])
    #expect(try await ben.outbox().isEmpty)
    // From now on the mailbox is known, and that it is unknown would mean that it is gone.
    _ = try await anna.send("three", to: .contact(anna.onlyContact().id))
    #expect(try await ben.waitForMessages(1).map(\.text) == ["three"])
    await anna.close()
    await ben.close()
  }

  /// What waits for the other's mailbox goes as soon as something comes from the other, however long its retry is away.
  @Test func aPeerThatIsHeardFromIsTriedAgainAtOnce() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    network.refusesConnections = true
    let offline = try world.profile("anna", environment: .init(connector: network))
    let clock = TestClock()
    let ben = try world.profile("ben", environment: .init(clock: clock, answerTimeout: .days(60)))
    try await pairByFiles(offline, ben)
    await offline.close()
    let sent = try await ben.send("one", to: .contact(ben.onlyContact().id)).messageID
    try await clock.advance(by: .hours(3)) { try await ben.outbox().contains { $0.attempts >= 6 } }

    let anna = try world.reopen("anna")
    try await anna.connect()
    _ = try await anna.send("I am here", to: .contact(anna.onlyContact().id))
    #expect(try await ben.waitForMessages(1).map(\.text) == ["I am here"])
    // Its inbox may be made after its first messages have left.
    let heard = clock.now()
    try await clock.advance(by: .seconds(6)) { try await ben.deliveries(of: sent).map(\.state) == [.stored] }
    #expect(clock.now().since(heard) < .minutes(1))
    await anna.close()
    await ben.close()
  }

  /// A message has its seven days; the greeting, which completes what the pair can do, has no end.
  @Test func theGreetingWaitsWithoutALimit() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    network.refusesConnections = true
    let anna = try world.profile("anna", environment: .init(connector: network))
    let clock = TestClock()
    let ben = try world.profile("ben", environment: .init(clock: clock, answerTimeout: .days(60)))
    try await pairByFiles(anna, ben)
    let sent = try await ben.send("too late", to: .contact(ben.onlyContact().id)).messageID
    try await clock.advance(by: .days(8)) {
      try await ben.deliveries(of: sent).map(\.state) == [.failed(.expired)]
    }
    #expect(try await ben.outbox().contains { $0.kind == .greeting && $0.state == .queued })
    network.refusesConnections = false
    try await anna.connect()
    try await clock.advance(by: .hours(2)) { try await ben.outbox().allSatisfy { $0.kind != .greeting } }
    #expect(try await ben.outbox().allSatisfy { $0.kind != .greeting })
    await anna.close()
    await ben.close()
  }
}
