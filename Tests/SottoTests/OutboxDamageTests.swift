import Sotto
import SottoCore
import SottoStore
import TestSupport
import Testing

/// What cannot be sealed or read fails by itself; everything else goes on.
@Suite struct OutboxDamageTests {
  /// Alice knows Bob and Carl, has written to both without a network, and is closed.
  private func waiting(_ world: TestWorld) async throws -> (bob: Sotto, carl: Sotto, sent: [MessageID]) {
    let (alice, bob) = try await world.pairedProfiles()
    let bobsName = try await alice.onlyContact().name
    let carl = try world.profile("carl")
    try await pair(alice, carl)
    let carlsName = try #require(try await alice.contacts().map(\.name).first { $0 != bobsName })
    await alice.close()
    let offline = try world.reopen("alice", environment: .init(connector: Unreachable()))
    var sent: [MessageID] = []
    for (text, name) in [("to bob", bobsName), ("to carl", carlsName)] {
      sent.append(try await offline.send(text, to: .named(name)).messageID)
    }
    await offline.close()
    return (bob, carl, sent)
  }

  @Test func anEntryWithoutItsBytesFailsAlone() async throws {
    let world = try TestWorld()
    let (bob, carl, sent) = try await waiting(world)
    try world.withStore("alice") { store in
      try store.write { transaction in
        let record = try #require(try transaction.outbox.of(sent[0]).first)
        try transaction.outboxBodies.delete(record.sequence)
      }
    }
    let alice = try world.reopen("alice")
    try await alice.connect()
    #expect(try await carl.waitForMessages(1).map(\.text) == ["to carl"])
    await alice.waitUntil { try await alice.deliveries(of: sent[0]).map(\.state) == [.failed(.cannotSeal)] }
    #expect(try await alice.deliveries(of: sent[0]).map(\.state) == [.failed(.cannotSeal)])
    #expect(try await alice.issues().map(\.kind) == [.sendFailed])
    for sotto in [alice, bob, carl] { await sotto.close() }
  }

  @Test func whatIsOwedToAPeerThatIsGoneFailsAlone() async throws {
    let world = try TestWorld()
    let (bob, carl, sent) = try await waiting(world)
    try world.withStore("alice") { store in
      try store.write { transaction in
        let message = try #require(try transaction.outbox.of(sent[0]).first)
        try addReceipt(to: message.recipient, message.entry.mailbox, createdAt: message.entry.createdAt, transaction)
        try transaction.outbox.delete(message.sequence)
        try transaction.peers.delete(message.recipient)
      }
    }
    let alice = try world.reopen("alice")
    try await alice.connect()
    #expect(try await carl.waitForMessages(1).map(\.text) == ["to carl"])
    // Nobody asked for a receipt: nobody is told.
    await alice.waitUntil { try await alice.outbox().isEmpty }
    #expect(try await alice.outbox().isEmpty)
    for sotto in [alice, bob, carl] { await sotto.close() }
  }

  @Test func aDamagedRowIsPassedOverAndReportedOnce() async throws {
    let world = try TestWorld()
    let (bob, carl, sent) = try await waiting(world)
    try world.damageOldestRow(of: "outbox", in: "alice")
    for _ in 0..<2 {
      let alice = try world.reopen("alice")
      _ = await alice.sync()
      #expect(try await alice.deliveries(of: sent[0]).map(\.state) == [.failed(.cannotSeal)])
      #expect(try await alice.deliveries(of: sent[1]).map(\.state) != [.queued])
      #expect(try await alice.outbox().isEmpty)
      #expect(try await alice.issues().map(\.kind) == [.sendFailed])
      #expect(try await alice.status().failed == 0)
      await alice.close()
    }
    #expect(try await carl.waitForMessages(1).map(\.text) == ["to carl"])
    for sotto in [bob, carl] { await sotto.close() }
  }

  @Test func aReceiptThatExpiresLeavesNothingBehind() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    await alice.close()
    try world.withStore("alice") { store in
      try store.write { transaction in
        let peer = try #require(try transaction.peers.all().first)
        try addReceipt(
          to: peer.deviceID, peer.keyPackage.mailboxKey, createdAt: Timestamp(milliseconds: 1_000), transaction)
      }
    }
    let again = try world.reopen("alice")
    #expect(try await again.outbox().map(\.kind) == [.receipt])
    _ = await again.sync()
    #expect(try await again.outbox().isEmpty)
    #expect(try await again.issues().isEmpty)
    #expect(try await again.status().failed == 0)
    await again.close()
    await bob.close()
  }

  private func addReceipt(
    to device: DeviceID, _ mailbox: MailboxKey, createdAt: Timestamp, _ transaction: StoreTransaction
  ) throws {
    let random = SeededRandom(seed: 8)
    let sequence = try transaction.outbox.next()
    let entry = OutboxEntry(sequence: sequence.rawValue, mailbox: mailbox, terms: .receipt, createdAt: createdAt)
    try transaction.outbox.put(
      sequence,
      OutboxRecord(
        entry: entry, recipient: device, messageID: MessageID(unchecked: random.bytes(16)), kind: .bundle,
        pushID: PushID(unchecked: random.bytes(16)), deletionKey: DeletionKey(unchecked: random.bytes(32))))
    let receipt = try ReceiptBody(
      entries: [.init(state: .stored, messageID: MessageID(unchecked: random.bytes(16)))])
    try transaction.outboxBodies.put(sequence, OutboxBody(envelope: nil, content: receipt.encoded()))
  }
}
