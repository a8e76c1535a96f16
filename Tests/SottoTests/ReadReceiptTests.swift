import Sotto
import SottoCore
import Testing

@Suite struct ReadReceiptTests {
  @Test func whoReadsAMessageThatCameByARelayTellsItsAuthor() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let contact = try await alice.onlyContact().id
    let first = try await alice.send("one", to: .contact(contact)).messageID
    let second = try await alice.send("two", to: .contact(contact)).messageID
    let unread = try await alice.send("three", to: .contact(contact)).messageID
    let received = try await bob.waitForMessages(3)
    // All up to here: the first is not named.
    try await bob.markRead([received[1]])
    await alice.waitUntil { try await alice.deliveries(of: second).map(\.state) == [.read] }
    #expect(try await alice.deliveries(of: first).map(\.state) == [.read])
    #expect(try await alice.deliveries(of: second).map(\.state) == [.read])
    #expect(try await alice.deliveries(of: unread).map(\.state) == [.stored])

    // Nothing is told twice.
    _ = await bob.sync()
    try await bob.markRead([received[1]])
    #expect(try await bob.outbox().isEmpty)
    await alice.close()
    await bob.close()
  }

  @Test func aMessageInAFileIsReadInSilence() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let path = world.path("sealed")
    _ = try await alice.seal("quiet", to: [.contact(alice.onlyContact().id)], output: .file(path))
    _ = try await bob.open(file: path)
    let message = try #require(try await bob.messages().first)
    try await bob.markRead([message])
    #expect(try await bob.onlyContact().unread == 0)
    #expect(try await bob.outbox().isEmpty)
    await alice.close()
    await bob.close()
  }
}
