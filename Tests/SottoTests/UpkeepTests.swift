import Sotto
import SottoCore
import SottoStore
import Testing

/// What time takes away: at an opening, and while a client runs.
@Suite struct UpkeepTests {
  @Test func aClientThatRunsForMonthsErasesPrekeysToo() async throws {
    let world = try TestWorld()
    let clock = TestClock()
    let (alice, first) = try await world.pairedProfiles()
    await first.close()
    let bob = try world.reopen("bob", environment: .init(clock: clock, connector: Unreachable()))
    try await bob.connect()
    let name = try await bob.onlyContact().name
    func handedOut() async throws -> Int {
      try await bob.contact(named: name).devices.map(\.prekeysHandedOut).reduce(0, +)
    }
    #expect(try await handedOut() > 0)
    // Thirty days and fourteen more
    try await clock.advance(by: .days(45)) { try await handedOut() == 0 }
    #expect(try await handedOut() == 0)
    await bob.close()
    await alice.close()
  }

  /// Also before anybody has deleted it.
  @Test func anExpiredPrekeyOpensNothing() async throws {
    let world = try TestWorld()
    let clock = TestClock()
    let (alice, first) = try await world.pairedProfiles()
    await first.close()
    let sent = try await alice.send("too late", to: .contact(alice.onlyContact().id))
    #expect(sent.recipients.map(\.longTermPath) == [false])
    _ = try await alice.waitForDelivery(of: sent.messageID, until: .atRelay, timeout: .seconds(20))
    await alice.close()
    let bob = try world.reopen("bob", environment: .init(clock: clock))
    // After the opening, and less than an hour of it: nothing tidies up in between.
    clock.advance(by: .days(45))
    _ = await bob.sync()
    #expect(try await bob.messages().isEmpty)
    #expect(try await bob.issues().map(\.kind) == [.unreadable])
    await bob.close()
  }

  @Test func anOpeningErasesWhatIsOver() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    // The first pairing's key material becomes the previous one.
    try await pair(alice, bob)
    _ = try await alice.createPairingFile()
    await alice.close()
    await bob.close()
    func counts() throws -> [Int] {
      try world.withStore("alice") { store in
        try store.read { reader in
          let peer = try #require(try reader.peers.all().first)
          return [
            try reader.prekeys.count(of: peer.deviceID), peer.quantum.previous == nil ? 0 : 1,
            try reader.pairingWindows.count(),
          ]
        }
      }
    }
    #expect(try counts().allSatisfy { $0 > 0 })
    for (days, expected) in [(43, [true, true, false]), (45, [false, true, false]), (61, [false, false, false])] {
      let clock = TestClock()
      clock.advance(by: .days(UInt64(days)))
      await (try world.reopen("alice", environment: .init(clock: clock))).close()
      #expect(try counts().map { $0 > 0 } == expected, "day \(days)")
    }
  }

  @Test func aPeerWithoutANameTakesWhatWaitsForItAlong() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let sent = try await alice.send("x", to: .contact(alice.onlyContact().id)).messageID
    _ = try await bob.waitForMessages(1)
    await bob.close()
    await alice.close()
    // A message of a group that is not at the relay yet, say.
    let clock = TestClock()
    try world.withStore("bob") { store in
      try store.write { transaction in
        var peer = try #require(try transaction.peers.all().first)
        peer.namelessSince = clock.now()
        try transaction.peers.put(peer.deviceID, peer)
        let sequence = try transaction.outbox.next()
        let entry = OutboxEntry(
          sequence: sequence.rawValue, mailbox: peer.keyPackage.mailboxKey, terms: .pairing, createdAt: clock.now())
        try transaction.outbox.put(
          sequence,
          OutboxRecord(
            entry: entry, recipient: peer.deviceID, messageID: sent, kind: .bundle,
            pushID: PushID(unchecked: sent.bytes), deletionKey: DeletionKey(unchecked: sent.bytes + sent.bytes)))
      }
    }
    clock.advance(by: .days(91))
    await (try world.reopen("bob", environment: .init(clock: clock))).close()
    let left = try world.withStore("bob") { store in
      try store.read { [try $0.peers.count(), try $0.outbox.count()] }
    }
    #expect(left == [0, 0])
  }

  /// Rows of files stay for ever; they must not keep the others from being looked at.
  @Test func handledIdsAreForgottenBehindAnyNumberThatStay() async throws {
    let world = try TestWorld()
    let sotto = try world.profile("alice")
    await sotto.close()
    let old = Timestamp(milliseconds: 1_000)
    func key(_ number: Int) -> MessageKey {
      MessageKey(
        author: DeviceID(unchecked: [UInt8](repeating: 7, count: 32)),
        id: MessageID(unchecked: (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }))
    }
    try world.withStore("alice") { store in
      try store.write { transaction in
        for number in 0..<4_200 { try transaction.dedup.put(key(number), DedupRecord(key: key(number), handled: nil)) }
        try transaction.dedup.put(
          key(4_200), DedupRecord(key: key(4_200), handled: HandledMessage(sentAt: old, handledAt: old)))
      }
    }
    // Each looks from another place on: the one row is missed by two openings in a hundred.
    for _ in 0..<6 { await (try world.reopen("alice")).close() }
    let left = try world.withStore("alice") { store in try store.read { try $0.dedup.count() } }
    #expect(left == 4_200)
  }
}
