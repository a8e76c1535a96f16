import Sotto
import SottoCore
import SottoRelayProtocol
import Testing

/// Pairing over a relay, and what can go wrong between any two of its messages.
@Suite struct PairingTests {
  @Test func bothSidesSeeTheSameWords() async throws {
    let world = try TestWorld()
    let alice = try world.profile("alice")
    let bob = try world.profile("bob")
    let steps = try await pair(alice, bob)
    let words = [steps.inviter, steps.joiner].map { steps in
      steps.compactMap { if case .safetyWords(let words, _) = $0 { words } else { nil } }
    }
    #expect(words[0] == words[1] && words[0].count == 1)
    #expect(steps.inviter.first == .waiting && steps.inviter.last == .greetingsIn)
    let contact = try await alice.onlyContact()
    #expect(try await alice.contact(named: contact.name).safetyWords == words[0].first)
    #expect(contact.trust == .unverified)
    guard case .verified = try await alice.verifyContact(named: contact.name).summary.trust else {
      Issue.record("not verified")
      return
    }
    // Both sides have prekeys of the other and a proven version.
    // One of Bob's is used up already, by Alice's greeting.
    for (sotto, theirs, ours) in [(alice, 14, 15), (bob, 15, 14)] {
      let device = try #require(try await sotto.contact(named: sotto.onlyContact().name).devices.first)
      #expect(device.prekeysForSending == theirs)
      #expect(device.prekeysHandedOut == ours)
      #expect(device.provenVersion == "1.9.1" && device.isHybrid)
    }
    await alice.close()
    await bob.close()
  }

  @Test func aDeviceWithoutMLKEMPairsClassically() async throws {
    let world = try TestWorld()
    let alice = try world.profile("alice")
    let bob = try world.profile("bob", environment: .init(kem: nil))
    let steps = try await pair(alice, bob)
    #expect(steps.inviter.last == .greetingsIn && steps.joiner.last == .greetingsIn)
    for sotto in [alice, bob] { #expect(try await sotto.onlyContact().isHybrid == false) }
    let sent = try await alice.send("classical", to: .contact(alice.onlyContact().id))
    #expect(sent.recipients.map(\.isHybrid) == [false])
    #expect(try await bob.waitForMessages(1).map(\.text) == ["classical"])

    // Pairing again with one makes the contact hybrid and keeps its history and its identity.
    let contact = try await alice.onlyContact().id
    await bob.close()
    let again = try world.reopen("bob")
    try await pair(alice, again)
    #expect(try await alice.onlyContact().id == contact)
    #expect(try await alice.onlyContact().isHybrid)
    #expect(try await again.messages().map(\.text) == ["classical"])
    _ = try await again.send("hybrid", to: .contact(again.onlyContact().id))
    #expect(try await alice.waitForMessages(1).map(\.text) == ["hybrid"])
    for sotto in [alice, again] { #expect(try await sotto.issues().isEmpty) }
    await alice.close()
    await again.close()
  }

  @Test func aJoinerThatIsKilledGoesOnWithTheNextProcess() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    let alice = try world.profile("alice")
    let first = try world.profile("bob", environment: .init(connector: network))
    let window = try await alice.openPairingWindow()
    network.refusesConnections = true
    _ = try await first.acceptInvitation(window.invitation)
    await first.halt()
    let second = try world.reopen("bob")
    try await second.connect()
    #expect(await all(window.progress).last == .greetingsIn)
    #expect(try await second.contacts().count == 1)
    await alice.close()
    await second.close()
  }

  /// The joiner's request may come before its inbox: the offer waits for that, and the invitation stays good.
  @Test(.timeLimit(.minutes(1)))
  func anOfferWaitsForTheInboxOfTheJoiner() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    let alice = try world.profile("alice")
    let bob = try world.profile("bob", environment: .init(connector: network))
    network.loseRequests(of: .open, count: 1)
    let steps = try await pair(alice, bob)
    #expect(steps.inviter.last == .greetingsIn && steps.joiner.last == .greetingsIn)
    await alice.close()
    await bob.close()
  }

  @Test func anInviterThatIsKilledAfterTheLastMessageHasThePair() async throws {
    let world = try TestWorld()
    let network = LossyConnector()
    let first = try world.profile("alice", environment: .init(connector: network))
    let bob = try world.profile("bob")
    let window = try await first.openPairingWindow()
    let joining = try await bob.acceptInvitation(window.invitation)
    for await step in window.progress {
      // Message 3 is committed, message 4 is in the outbox.
      if case .safetyWords = step { break }
    }
    await first.halt()
    let second = try world.reopen("alice")
    try await second.connect()
    #expect(await all(joining).last == .greetingsIn)
    #expect(try await second.contacts().count == 1)
    _ = try await second.send("after the crash", to: .contact(second.onlyContact().id))
    #expect(try await bob.waitForMessages(1).map(\.text) == ["after the crash"])
    await second.close()
    await bob.close()
  }

  @Test(arguments: [FrameType.push, .acknowledge, .open])
  func lostAnswersEndInThePair(_ type: FrameType) async throws {
    let world = try TestWorld()
    let clocks = [TestClock(), TestClock()]
    let networks = [LossyConnector(), LossyConnector()]
    let alice = try world.profile(
      "alice", environment: .init(clock: clocks[0], connector: networks[0], answerTimeout: .days(1)))
    let bob = try world.profile(
      "bob", environment: .init(clock: clocks[1], connector: networks[1], answerTimeout: .days(1)))
    let window = try await alice.openPairingWindow()
    for network in networks { network.loseAnswers(to: type, count: 2) }
    _ = try await bob.acceptInvitation(window.invitation)
    // Small steps: the window is open for ten minutes only.
    for _ in 0..<40 {
      if try await alice.contacts().count == 1, try await bob.contacts().count == 1 { break }
      for clock in clocks { clock.advance(by: .seconds(10)) }
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(try await alice.contacts().count == 1)
    #expect(try await bob.contacts().count == 1)
    await alice.close()
    await bob.close()
  }

  @Test func anInvitationWorksOnce() async throws {
    let world = try TestWorld()
    let alice = try world.profile("alice")
    let bob = try world.profile("bob")
    let carl = try world.profile("carl")
    let window = try await alice.openPairingWindow()
    async let inviting = all(window.progress)
    let joined = await all(try await bob.acceptInvitation(window.invitation))
    #expect(joined.last == .greetingsIn)
    #expect(await inviting.last == .greetingsIn)
    // The mailbox of the window is gone, which the relay tells.
    let late = await all(try await carl.acceptInvitation(window.invitation))
    #expect(late.last == .failed(.pairing(.expired)))
    #expect(try await carl.contacts().isEmpty)
    #expect(try await alice.contacts().count == 1)
    #expect(try await carl.status().pairingsInProgress == 0)
    for sotto in [alice, bob, carl] { await sotto.close() }
  }

  @Test func windowsCloseByHandAndByTime() async throws {
    let world = try TestWorld()
    let clock = TestClock()
    let alice = try world.profile("alice", environment: .init(clock: clock))
    let first = try await alice.openPairingWindow()
    await first.cancel()
    #expect(await all(first.progress).last == .failed(.pairing(.cancelled)))
    let second = try await alice.openPairingWindow()
    clock.advance(by: .minutes(11))
    #expect(await all(second.progress).last == .failed(.pairing(.expired)))
    await alice.close()
  }

  @Test func invitationsThatAreNoneAreRefused() async throws {
    let world = try TestWorld()
    let alice = try world.profile("alice")
    let window = try await alice.openPairingWindow()
    await #expect(throws: SottoError.pairing(.ownInvitation)) { try await alice.acceptInvitation(window.invitation) }
    await #expect(throws: SottoError.malformed(.invitation)) { try await alice.acceptInvitation("SOTTO:AAAA") }
    await #expect(throws: SottoError.malformed(.invitation)) { try await alice.acceptInvitation("hello") }
    let files = try Sotto.createProfile(at: world.path("files"))
    await #expect(throws: SottoError.noRelay) { try await files.acceptInvitation(window.invitation) }
    await #expect(throws: SottoError.noRelay) { try await files.openPairingWindow() }
    await alice.close()
    await files.close()
  }

  @Test func whatNeverExpiresIsPushedAnewBeforeTheRelayDropsIt() async throws {
    let world = try TestWorld()
    let clock = TestClock()
    let network = LossyConnector()
    let alice = try world.profile("alice", environment: .init(clock: clock, answerTimeout: .days(60)))
    let first = try world.profile("bob", environment: .init(connector: network))
    let window = try await alice.openPairingWindow()
    _ = try await first.acceptInvitation(window.invitation)
    for await step in window.progress {
      // Message 3 has come. Message 4 waits at the relay: Bob does not see it.
      if case .requestReceived = step { network.refusesConnections = true }
      if case .safetyWords = step { break }
    }
    await first.halt()
    await alice.waitUntil { try await alice.outbox().allSatisfy { $0.state != .queued } }
    clock.advance(by: .days(26))
    await alice.waitUntil { await alice.acceptedPushes >= 2 }

    let second = try world.reopen("bob")
    try await second.connect()
    await second.waitUntil { try await second.contacts().count == 1 }
    #expect(try await second.contacts().count == 1)
    #expect(try await second.issues().isEmpty)
    await alice.close()
    await second.close()
  }
}
