import Sotto
import SottoCore
import SottoCrypto
import TestSupport
import Testing

@Suite struct RefusedBundleTests {
  /// What never expires is sealed anew under its old message id: that must heal what the first copy could not.
  @Test func whatCouldNotBeOpenedIsTakenWhenItComesSealedAnew() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let inbox = try #require(await bob.inboxAddress)
    await alice.close()
    let forger = try Forger(world, "alice")
    let random = SeededRandom(seed: 5)
    let id = MessageID(unchecked: random.bytes(MessageID.size))
    let now = SystemClock().now()
    func content(sentAt: Timestamp) throws -> ContentEnvelope {
      ContentEnvelope(messageID: id, sentAt: sentAt, message: try MessageBody(text: "healed", attachments: []))
    }
    let unknown = Prekey(
      id: PrekeyID(unchecked: random.bytes(PrekeyID.size)), key: P256.KeyAgreement.PrivateKey(random: random),
      expiry: now.adding(.days(1))
    ).publicHalf
    let bodies = [
      try forger.bundle(content(sentAt: now), prekey: unknown), [1, 2, 3],
      try forger.bundle(content(sentAt: now.adding(.seconds(1)))), try forger.bundle(content(sentAt: now)),
    ]
    let pusher = try await RawPusher(world.relayAddress)
    for body in bodies { try await pusher.push(forger.envelope(id, sentAt: now, body: body), to: inbox) }

    #expect(try await bob.waitForMessages(1).map(\.text) == ["healed"])
    #expect(try await bob.issues().map(\.kind) == [.unreadable, .unreadable, .malformedContent])
    // From now on it is a duplicate.
    let again = try await RawPusher(world.relayAddress)
    try await again.push(forger.envelope(id, sentAt: now, body: bodies[3]), to: inbox)
    _ = await bob.sync()
    #expect(try await bob.messages().count == 1)
    await bob.close()
  }
}
