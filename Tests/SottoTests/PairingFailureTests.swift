import Sotto
import SottoCore
import SottoCrypto
import SottoRelay
import SottoStore
import Synchronization
import TestSupport
import Testing

/// Pairings that something gets in the way of: a full disk, a stranger, a relay that refuses.
@Suite struct PairingFailureTests {
  /// The one decapsulation is made and its result cannot be written: it is kept for the next try.
  @Test func aFullDiskDoesNotEndAnInvitersPairing() async throws {
    let world = try TestWorld()
    let faults = FailingStore()
    try await world.profile("alice").close()
    let alice = try world.reopen("alice", environment: .init(storeFaults: faults))
    let bob = try world.profile("bob")
    let events = alice.events()
    let window = try await alice.openPairingWindow()
    let joining = try await bob.acceptInvitation(window.invitation)
    var progress = window.progress.makeAsyncIterator()
    while let step = await progress.next() {
      // The inviter writes nothing before the third message.
      if case .requestReceived = step { break }
    }
    faults.fail(after: 0)
    for await event in events {
      if case .connection(.disconnected(.refused("localStore"))) = event { break }
    }
    #expect(try await alice.contacts().isEmpty)
    faults.heal()
    var last: PairingProgress?
    while let step = await progress.next() { last = step }
    #expect(last == .greetingsIn)
    #expect(await all(joining).last == .greetingsIn)
    for sotto in [alice, bob] { #expect(try await sotto.issues().isEmpty) }
    await alice.close()
    await bob.close()
  }

  /// An accept that does not fit uses the key up and ends the window at once.
  @Test func aWrongAcceptEndsTheWindowAndIsReported() async throws {
    let world = try TestWorld()
    let counting = CountingKEM()
    let alice = try world.profile("alice", environment: .init(kem: counting))
    let bob = try world.profile("bob", environment: .init(kem: WrongKEM()))
    let window = try await alice.openPairingWindow()
    _ = try await bob.acceptInvitation(window.invitation)
    #expect(await all(window.progress).last == .failed(.pairing(.refused)))
    await alice.waitUntil { try await alice.issues().count == 1 }
    #expect(try await alice.issues().map(\.kind) == [.unauthorised])
    #expect(counting.decapsulations == 1)
    #expect(try await alice.contacts().isEmpty)
    await alice.close()
    await bob.close()
  }

  /// Whoever has seen an invitation can push into its window; that is reported and disturbs nothing.
  @Test func aStrangersMessageInAWindowIsReported() async throws {
    let world = try TestWorld()
    let alice = try world.profile("alice")
    let bob = try world.profile("bob")
    let window = try await alice.openPairingWindow()
    let invitation = try Invitation.parse(window.invitation)
    let random = SeededRandom(seed: 4)
    let stranger = DeviceIdentity.generate(random: random)
    let pusher = try await RawPusher(world.relayAddress)
    // Version, step 4, no extensions, a MAC; and nothing that is a message
    let confirmation = [1, 4, 0] + random.bytes(32)
    for body in [confirmation, random.bytes(40)] {
      let envelope = try Envelope.seal(
        EnvelopeContents(
          author: stranger.signingKey, messageID: MessageID(unchecked: random.bytes(16)),
          sentAt: SystemClock().now(), kind: .pair, body: body),
        by: stranger.signing, to: invitation.windowKey, random: random)
      try await pusher.push(envelope.encoded(), to: (invitation.windowKey, invitation.accessKey))
    }
    await alice.waitUntil { try await alice.issues().count == 2 }
    #expect(try await alice.issues().map(\.kind) == [.unauthorised, .unreadable])
    async let inviting = all(window.progress)
    #expect(await all(try await bob.acceptInvitation(window.invitation)).last == .greetingsIn)
    #expect(await inviting.last == .greetingsIn)
    await alice.close()
    await bob.close()
  }

  /// A window that the relay does not take keeps nothing else from coming, also not after a reconnect.
  @Test func aRefusedWindowKeepsNoInboxClosed() async throws {
    var limits = RelayServerLimits()
    limits.newMailboxesPerMinute = 2
    let world = try TestWorld(limits: limits)
    let alice = try world.profile("alice")
    let bob = try world.profile("bob")
    try await pairByFiles(alice, bob)
    // Both inboxes are made, and that is all that the relay takes in this minute.
    let refusal = await #expect(throws: SottoError.self) { _ = try await alice.openPairingWindow() }
    guard case .relay(.rateLimited)? = refusal else {
      Issue.record("the relay took a third mailbox")
      return
    }
    world.stopRelay()
    try world.startRelay()
    _ = try await bob.send("still here", to: .contact(bob.onlyContact().id))
    #expect(try await alice.waitForMessages(1).map(\.text) == ["still here"])
    await alice.close()
    await bob.close()
  }

  /// Joins whose time is over have not looked at a message, which may be another's.
  @Test func anOverdueJoinTakesNoOtherJoinsMessage() async throws {
    let world = try TestWorld()
    let clock = TestClock()
    let environment = SottoEnvironment(clock: clock, answerTimeout: .days(60))
    let alice = try world.profile("alice", environment: environment)
    let bob = try world.profile("bob", environment: environment)
    let away = try Sotto.createProfile(at: world.path("away"), environment: environment)
    for byFiles in [false, true] {
      // Nothing answers these.
      for _ in 0..<6 {
        let old = try await away.createPairingFile().invitation
        _ = try await bob.acceptPairingFile(invitation: old)
      }
      clock.advance(by: .days(3))
      if byFiles {
        let one = try await bob.acceptPairingFile(invitation: alice.createPairingFile().invitation)
        guard case .reply(let two, _) = try await alice.handlePairingFile(one),
          case .reply = try await bob.handlePairingFile(two)
        else {
          Issue.record("the offer was not taken")
          return
        }
      } else {
        try await pair(alice, bob)
        #expect(try await bob.contacts().count == 1)
      }
    }
    #expect(try await bob.issues().isEmpty)
    for sotto in [alice, bob, away] { await sotto.close() }
  }
}

/// Counts what it is asked for.
private final class CountingKEM: KEMProvider {
  private let software = SoftwareKEM()
  private let count = Mutex(0)

  var decapsulations: Int { count.withLock { $0 } }

  func makeEphemeral(random: any RandomSource) throws(KEMError) -> EphemeralKEM {
    try software.makeEphemeral(random: random)
  }

  func encapsulate(
    to encapsulationKey: [UInt8], random: any RandomSource
  ) throws(KEMError) -> (secret: SecretBytes, ciphertext: [UInt8]) {
    try software.encapsulate(to: encapsulationKey, random: random)
  }

  func decapsulate(_ ciphertext: [UInt8], handle: SecretBytes) throws(KEMError) -> SecretBytes {
    count.withLock { $0 += 1 }
    return try software.decapsulate(ciphertext, handle: handle)
  }
}

/// Comes to other secrets than the other side.
private struct WrongKEM: KEMProvider {
  private let software = SoftwareKEM()

  func makeEphemeral(random: any RandomSource) throws(KEMError) -> EphemeralKEM {
    try software.makeEphemeral(random: random)
  }

  func encapsulate(
    to encapsulationKey: [UInt8], random: any RandomSource
  ) throws(KEMError) -> (secret: SecretBytes, ciphertext: [UInt8]) {
    try software.encapsulate(to: encapsulationKey, random: random)
  }

  func decapsulate(_ ciphertext: [UInt8], handle: SecretBytes) throws(KEMError) -> SecretBytes {
    SystemRandom().secret(32)
  }
}
