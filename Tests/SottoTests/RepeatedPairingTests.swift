import Sotto
import SottoCore
import SottoRelayProtocol
import SottoStore
import Testing

/// Pairing with a device that is a contact already.
@Suite struct RepeatedPairingTests {
  /// Alice has taken the third message, and Bob's process is gone before the fourth: he may never finish.
  private func halfPair(
    _ alice: Sotto, _ world: TestWorld, kem: (any KEMProvider)? = SoftwareKEM()
  ) async throws {
    let network = LossyConnector()
    let bob = try world.reopen("bob", environment: .init(connector: network, kem: kem))
    let window = try await alice.openPairingWindow()
    _ = try await bob.acceptInvitation(window.invitation)
    for await step in window.progress {
      if case .requestReceived = step { network.refusesConnections = true }
      if case .safetyWords = step { break }
    }
    await bob.halt()
  }

  @Test func nothingChangesBeforeTheOtherSideAnswers() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let name = try await alice.onlyContact().name
    let before = try await alice.verifyContact(named: name)
    await bob.close()
    try replaceIdentityKey(of: world.path("bob"))
    try await halfPair(alice, world)

    #expect(try await alice.contact(named: name) == before)
    let sent = try await alice.send("as ever", to: .named(name)).messageID
    let deliveries = try await alice.waitForDelivery(of: sent, until: .atRelay, timeout: .seconds(20))
    #expect(deliveries.map(\.state) == [.atRelay])

    // Bob goes on: now the keys are his, and a person has to look.
    let second = try world.reopen("bob")
    try await second.connect()
    await alice.waitUntil { try await alice.onlyContact().trust != before.summary.trust }
    guard case .keyChanged = try await alice.onlyContact().trust else {
      Issue.record("the change of keys is not told")
      return
    }
    await #expect(throws: SottoError.trustNeeded(name: name, .keyChange)) {
      try await alice.send("unseen", to: .named(name))
    }
    // It stays told when the same keys pair once more.
    try await pair(alice, second)
    guard case .keyChanged = try await alice.onlyContact().trust else {
      Issue.record("a pairing took the place of a person's look")
      return
    }
    _ = try await alice.verifyContact(named: name)
    let again = try await alice.send("seen", to: .named(name)).messageID
    await alice.waitUntil { try await alice.deliveries(of: again).map(\.state) == [.stored] }
    #expect(try await alice.deliveries(of: again).map(\.state) == [.stored])
    await alice.close()
    await second.close()
  }

  /// What an older message was sealed with shows nothing of the new keys.
  @Test func aClassicalMessageOnItsWayDoesNotCompleteAHybridPairing() async throws {
    let world = try TestWorld()
    let alice = try world.profile("alice")
    let bob = try world.profile("bob", environment: .init(kem: nil))
    try await pair(alice, bob)
    await bob.close()
    try world.copyFolder("bob", to: "bob before")
    try await halfPair(alice, world)

    let earlier = try world.reopen("bob before", environment: .init(kem: nil))
    _ = try await earlier.send("sealed before", to: .contact(earlier.onlyContact().id))
    #expect(try await alice.waitForMessages(1).map(\.text) == ["sealed before"])
    await earlier.halt()
    #expect(try await alice.onlyContact().isHybrid == false)
    #expect(try await alice.issues().isEmpty)

    let second = try world.reopen("bob")
    try await second.connect()
    await alice.waitUntil { try await alice.onlyContact().isHybrid }
    #expect(try await alice.onlyContact().isHybrid)
    await alice.close()
    await second.close()
  }

  /// Prekeys that the other side deleted with the contact open nothing there any more.
  @Test(arguments: [true, false])
  func aDeletedContactPairsAgain(_ deleterInvites: Bool) async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    _ = try await alice.deleteContact(named: alice.onlyContact().name)
    let steps = deleterInvites ? try await pair(alice, bob) : try await pair(bob, alice)
    #expect(steps.inviter.last == .greetingsIn && steps.joiner.last == .greetingsIn)
    for (sender, reader) in [(alice, bob), (bob, alice)] {
      _ = try await sender.send("again", to: .contact(sender.onlyContact().id))
      #expect(try await reader.waitForMessages(1).map(\.text) == ["again"])
      #expect(try await reader.issues().isEmpty)
      let device = try #require(try await sender.contact(named: sender.onlyContact().name).devices.first)
      #expect(device.prekeysForSending > 0 && device.provenVersion != nil)
    }
    await alice.close()
    await bob.close()
  }

  /// A relay that somebody moved to counts from the pairing that told of it.
  @Test func aMoveToAnotherRelayIsToldByPairingAgain() async throws {
    let world = try TestWorld()
    let elsewhere = try TestWorld()
    let (alice, first) = try await world.pairedProfiles()
    await first.close()
    // As `useRelay` would, if anybody could be told of it otherwise.
    try world.withStore("bob") { store in
      try store.write { transaction in
        var settings = try #require(try transaction.settings.get(.profile))
        settings.relay = elsewhere.relayAddress
        try transaction.settings.put(.profile, settings)
      }
    }
    let bob = try world.reopen("bob")
    let window = try await alice.openPairingWindow()
    let joining = try await bob.acceptInvitation(window.invitation)
    async let inviting = all(window.progress)
    #expect(await all(joining).last == .greetingsIn)
    #expect(await inviting.last == .greetingsIn)
    let device = try #require(try await alice.contact(named: alice.onlyContact().name).devices.first)
    #expect(device.relay == elsewhere.relayAddress.description)
    let sent = try await alice.send("there", to: .contact(alice.onlyContact().id)).messageID
    await alice.waitUntil { try await alice.deliveries(of: sent).map(\.state) == [.stored] }
    #expect(try await bob.messages().map(\.text) == ["there"])
    await alice.close()
    await bob.close()
  }

  /// Those that never answered make room for the newest; whoever was paired before is not one of them.
  @Test func onlyPeersThatNeverAnsweredMakeRoom() async throws {
    let world = try TestWorld()
    let (first, bob) = try await world.pairedProfiles()
    await first.close()
    let strangers = try addHalfPairedPeers(Limits.halfPairedPeers, to: world.path("alice"))
    let alice = try world.reopen("alice")
    let carl = try world.profile("carl")
    let (invitation, _) = try await alice.createPairingFile()
    let one = try await carl.acceptPairingFile(invitation: invitation)
    guard case .reply(let two, _) = try await alice.handlePairingFile(one),
      case .reply(let three, _) = try await carl.handlePairingFile(two),
      case .reply = try await alice.handlePairingFile(three)
    else {
      Issue.record("the pairing did not go on")
      return
    }
    #expect(try await alice.contacts().count == 1)
    for sotto in [alice, bob, carl] { await sotto.close() }

    let store = try ProfileStore.open(world.path("alice"))
    defer { store.close() }
    let peers = try store.read { try $0.peers.all() }
    #expect(peers.count { $0.stage == .half } == Limits.halfPairedPeers)
    #expect(!peers.contains { $0.deviceID == strangers[0] })
    #expect(peers.contains { $0.deviceID == strangers[1] })
  }

  /// The oldest first
  private func addHalfPairedPeers(_ count: Int, to path: String) throws -> [DeviceID] {
    let store = try ProfileStore.open(path)
    defer { store.close() }
    let now = SystemClock().now()
    let peers = try (0..<count).map { index in
      let identity = DeviceIdentity.generate()
      let package = try KeyPackage.make(
        identity: identity, relay: nil, accessKey: AccessKey(unchecked: Array(repeating: 0, count: 16)),
        encapsulationKey: nil, now: now)
      return PeerRecord(
        keyPackage: package, deviceList: try DeviceList.first(of: identity, now: now), quantum: PeerKeyMaterial(),
        stage: .half, pairedAt: now.subtracting(.hours(UInt64(count - index))))
    }
    try store.write { transaction in
      for peer in peers { try transaction.peers.put(peer.deviceID, peer) }
    }
    return peers.map(\.deviceID)
  }

  /// The device keeps its name and gets another identity key, as after a rotation.
  private func replaceIdentityKey(of path: String) throws {
    let store = try ProfileStore.open(path)
    defer { store.close() }
    try store.write { transaction in
      let old = try #require(try transaction.settings.get(.identity)).encoded()
      let other = DeviceIdentity.generate().encoded()
      // The version, signing seed and mailbox key; then the identity scalar; the rest
      let changed = try DeviceIdentity(encoded: Array(old[..<65] + other[65..<97] + old[97...]))
      try transaction.settings.put(.identity, changed)
      try transaction.settings.put(.deviceList, try DeviceList.first(of: changed, now: SystemClock().now()))
    }
  }
}
