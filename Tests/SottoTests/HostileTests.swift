import Sotto
import SottoCore
import SottoCrypto
import SottoRelayProtocol
import SottoTransport
import TestSupport
import Testing

/// What strangers and the relay can put into a mailbox.
@Suite struct HostileTests {
  @Test func whatCannotBeUsedIsDroppedAndReported() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let inbox = try #require(await alice.inboxAddress)
    let random = SeededRandom(seed: 3)
    let stranger = DeviceIdentity.generate(random: random)

    func sealed(_ kind: EnvelopeKind, _ body: [UInt8]) throws -> [UInt8] {
      try Envelope.seal(
        EnvelopeContents(
          author: stranger.signingKey, messageID: MessageID(unchecked: random.bytes(16)),
          sentAt: SystemClock().now(), kind: kind, body: body),
        by: stranger.signing, to: inbox.mailbox, random: random
      ).encoded()
    }
    let pusher = try await RawPusher(world.relayAddress)
    // A known version, then nothing that is an envelope
    try await pusher.push([1] + random.bytes(600), to: inbox)
    try await pusher.push(sealed(.bundle, random.bytes(100)), to: inbox)
    try await pusher.push(sealed(.pair, random.bytes(100)), to: inbox)
    try await pusher.push(sealed(.manifest, random.bytes(100)), to: inbox)

    // Envelopes of a later Sotto stay at the relay.
    var later = try sealed(.bundle, [])
    later[0] = 2
    try await pusher.push(later, to: inbox)
    try await pusher.push(sealed(.unsupported(99), []), to: inbox)

    _ = await alice.sync()
    await alice.waitUntil { try await alice.issues().count == 6 }
    #expect(
      try await alice.issues().map(\.kind) == [
        .unreadable, .unauthorised, .unreadable, .unauthorised, .heldForNewerVersion, .heldForNewerVersion,
      ])
    #expect(try await alice.status().heldForNewerVersion == 2)
    #expect(try await alice.messages().isEmpty)

    // None of it disturbs anything else; what is held comes again with the next connection.
    _ = try await bob.send("still works", to: .contact(bob.onlyContact().id))
    #expect(try await alice.waitForMessages(1).map(\.text) == ["still works"])
    try await alice.clearIssues()
    #expect(try await alice.issues().isEmpty)
    await alice.close()
    let again = try world.reopen("alice")
    _ = await again.sync()
    #expect(try await again.status().heldForNewerVersion == 2)
    await again.close()
    await bob.close()
  }

  @Test func aReplayOnDaySixtyOneIsDropped() async throws {
    let world = try TestWorld()
    let clock = TestClock()
    let alice = try world.profile("alice")
    let bob = try world.profile("bob", environment: .init(clock: clock))
    try await pair(alice, bob)
    _ = try await alice.send("today", to: .contact(alice.onlyContact().id))
    #expect(try await bob.waitForMessages(1).count == 1)
    clock.advance(by: .days(61))
    _ = try await alice.send("old by its sender's clock", to: .contact(alice.onlyContact().id))
    await bob.waitUntil { try await bob.issues().contains { $0.kind == .replayed } }
    #expect(try await bob.messages().count == 1)
    await alice.close()
    await bob.close()
  }
}
