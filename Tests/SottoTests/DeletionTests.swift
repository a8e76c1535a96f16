import Sotto
import SottoCore
import SottoStore
import TestSupport
import Testing

/// What goes with a contact and with a group.
@Suite struct DeletionTests {
  /// Alice has a group of Bob and Carl, and no network.
  private func offlineGroup(_ world: TestWorld) async throws -> (alice: Sotto, others: [Sotto], bobsName: String) {
    let (first, bob) = try await world.pairedProfiles()
    let bobsName = try await first.onlyContact().name
    let carl = try world.profile("carl")
    try await pair(first, carl)
    _ = try await first.createGroup(named: "G", members: try await first.contacts().map(\.name))
    await first.close()
    return (try world.reopen("alice", environment: .init(connector: Unreachable())), [bob, carl], bobsName)
  }

  @Test func aGroupGoesWithItsFilesAndWithWhatWaits() async throws {
    let world = try TestWorld()
    let (offline, others, _) = try await offlineGroup(world)
    let path = try world.write(SeededRandom(seed: 4).bytes(5_000), to: "file")
    let sent = try await offline.send("never", files: [path], to: .named("G"))
    #expect(try await offline.outbox().count == 2)
    #expect(try world.names(in: world.path("alice/objects")).count == 1)
    _ = try await offline.deleteGroup(named: "G")
    #expect(try await offline.outbox().isEmpty)
    #expect(try await offline.issues().isEmpty)
    #expect(try world.names(in: world.path("alice/objects")).isEmpty)
    await #expect(throws: SottoError.notFound(.message, sent.messageID.description)) {
      try await offline.deliveries(of: sent.messageID)
    }
    await offline.close()

    let alice = try world.reopen("alice")
    for contact in try await alice.contacts() { _ = try await alice.send("after", to: .contact(contact.id)) }
    for sotto in others { #expect(try await sotto.waitForMessages(1).map(\.text) == ["after"]) }
    await alice.close()
    let attachments = try world.withStore("alice") { store in try store.read { try $0.attachments.count() } }
    #expect(attachments == 0)
    for sotto in others { await sotto.close() }
  }

  @Test func aGroupsMessageKnowsThatADeletedMemberGetsNoCopy() async throws {
    let world = try TestWorld()
    let (offline, others, bobsName) = try await offlineGroup(world)
    let sent = try await offline.send("to both", to: .named("G"))
    _ = try await offline.deleteContact(named: bobsName)
    let states = try await offline.deliveries(of: sent.messageID).map(\.state)
    #expect(states.count == 2 && states.contains(.queued) && states.contains(.failed(.discarded)))
    #expect(try await offline.outbox().count == 1)
    await offline.close()
    for sotto in others { await sotto.close() }
  }

  /// What a device sent while nobody knew its name stands in its contact's conversation once it has one again.
  @Test func namelessMessagesMoveToTheNewContact() async throws {
    let world = try TestWorld()
    let (alice, first) = try await world.pairedProfiles()
    let name = try await alice.onlyContact().name
    await first.close()
    // Without prekeys: those that it has are of no use after the deletion.
    try world.withStore("bob") { store in
      try store.write { transaction in
        var peer = try #require(try transaction.peers.all().first)
        peer.prekeyStock = PrekeyStock()
        try transaction.peers.put(peer.deviceID, peer)
      }
    }
    let bob = try world.reopen("bob")
    _ = try await alice.deleteContact(named: name)
    for text in ["seen", "new"] {
      _ = try await bob.send(text, to: .contact(bob.onlyContact().id))
      await alice.waitUntil { try await alice.messages().contains { $0.text == text } }
      if text == "seen" { try await alice.markRead(alice.messages()) }
    }
    try await pair(alice, bob)
    #expect(try await alice.messages(with: name).map(\.text) == ["seen", "new"])
    #expect(try await alice.messages(onlyNew: true).map(\.text) == ["new"])
    #expect(try await alice.onlyContact().unread == 1)
    guard case .contact? = try await alice.messages().first?.conversation else {
      Issue.record("not in the contact's conversation")
      return
    }
    await alice.close()
    await bob.close()
  }
}
