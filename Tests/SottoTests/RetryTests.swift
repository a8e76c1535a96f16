import Sotto
import SottoCore
import SottoRelayProtocol
import Testing

@Suite struct RetryTests {
  /// A copy that failed keeps its prekey for as long as a person may send it again.
  @Test func aFailedCopyAndANewMessageNeverShareAPrekey() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    let clock = TestClock()
    let alice = try world.profile("alice", environment: .init(clock: clock, connector: network))
    let bob = try world.profile("bob")
    try await pair(alice, bob)
    let contact = try await alice.onlyContact().id
    network.refusesConnections = true
    await alice.dropConnections()
    let first = try await alice.send("first", to: .contact(contact)).messageID
    let second = try await alice.send("second", to: .contact(contact)).messageID
    try await clock.advance(by: .days(8)) {
      let states = try await alice.deliveries(of: first) + alice.deliveries(of: second)
      return states.allSatisfy { $0.state == .failed(.expired) }
    }
    network.refusesConnections = false
    _ = try await alice.send("third", to: .contact(contact))
    for entry in try await alice.outbox() where entry.messageID == second { try await alice.retryOutbox(entry.id) }
    #expect(try await bob.waitForMessages(2).map(\.text).sorted() == ["second", "third"])
    #expect(try await bob.issues().isEmpty)
    await alice.close()
    await bob.close()
  }

  @Test func whatWouldComeAsAReplayIsNotSentAgain() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    let clock = TestClock()
    let alice = try world.profile("alice", environment: .init(clock: clock, connector: network))
    let bob = try world.profile("bob")
    try await pair(alice, bob)
    network.refusesConnections = true
    await alice.dropConnections()
    let sent = try await alice.send("old", to: .contact(alice.onlyContact().id)).messageID
    try await clock.advance(by: .days(8)) {
      try await alice.deliveries(of: sent).map(\.state) == [.failed(.expired)]
    }
    clock.advance(by: .days(16))
    let entry = try #require(try await alice.outbox().first)
    await #expect(throws: SottoError.tooOldToRetry) { try await alice.retryOutbox(entry.id) }
    #expect(try await alice.outbox().map(\.state) == [.failed(.expired)])
    try await alice.discardOutbox(entry.id)
    await alice.close()
    await bob.close()
  }

  @Test func whatIsGivenUpWithoutAPushGivesItsPrekeyBack() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let contact = try await alice.onlyContact()
    await alice.close()
    let offline = try world.reopen("alice", environment: .init(connector: Unreachable()))
    func stock() async throws -> Int {
      try await offline.contact(named: contact.name).devices.map(\.prekeysForSending).reduce(0, +)
    }
    // The second waits behind the first and is never handed to a connection.
    _ = try await offline.send("first", to: .contact(contact.id))
    let before = try await stock()
    let second = try await offline.send("second", to: .contact(contact.id)).messageID
    #expect(try await stock() == before - 1)
    let entry = try #require(try await offline.outbox().first { $0.messageID == second })
    try await offline.discardOutbox(entry.id)
    #expect(try await stock() == before)
    #expect(try await offline.deliveries(of: second).map(\.state) == [.failed(.discarded)])
    await offline.close()
    await bob.close()
  }

  /// A refused change must not make the outbox forget what is on its way.
  @Test func whatIsInFlightIsNotPushedBesideItself() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    let alice = try world.profile("alice", environment: .init(connector: network))
    let bob = try world.profile("bob")
    let carl = try world.profile("carl")
    try await pair(alice, bob)
    let bobsName = try await alice.onlyContact().name
    try await pair(alice, carl)
    let carlsName = try #require(try await alice.contacts().map(\.name).first { $0 != bobsName })
    _ = await alice.sync()
    let before = network.count(of: .push)
    network.holdsAnswers = true
    let first = try await alice.send("one", to: .named(bobsName)).messageID
    try await TestClock().advance(by: .seconds(0)) { network.count(of: .push) > before }
    await #expect(throws: SottoError.notFound(.contact, "nobody")) {
      try await alice.renameContact(named: "nobody", to: "x")
    }
    let second = try await alice.send("two", to: .named(carlsName)).messageID
    try await TestClock().advance(by: .seconds(0)) { network.count(of: .push) > before + 1 }
    network.holdsAnswers = false
    for message in [first, second] {
      _ = try await alice.waitForDelivery(of: message, until: .atRelay, timeout: .seconds(20))
    }
    #expect(network.count(of: .push) == before + 2)
    for sotto in [alice, bob, carl] { await sotto.close() }
  }
}
