import Sotto
import SottoCore
import SottoStore
import Testing

/// A full disk, or a damaged row: what can be read stays readable, and what can be received is received.
@Suite struct DamagedProfileTests {
  @Test func aProfileOnAFullDiskIsReadable() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    _ = try await alice.send("kept", to: .contact(alice.onlyContact().id))
    _ = try await bob.waitForMessages(1)
    await bob.close()
    let full = try world.reopen("bob", environment: .init(storeFaults: FullDisk()))
    #expect(try await full.messages().map(\.text) == ["kept"])
    #expect(try await full.contacts().count == 1)
    await #expect(throws: SottoError.store(.full)) {
      try await full.send("no", to: .contact(full.onlyContact().id))
    }
    await full.close()
    await alice.close()
  }

  @Test(arguments: ["contacts", "peers", "conversations", "messages", "dedup", "issues", "pending_joins"])
  func oneDamagedRowHidesItselfOnly(_ table: String) async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let carl = try world.profile("carl")
    try await pair(alice, carl)
    for (sotto, text) in [(bob, "one"), (carl, "two")] {
      _ = try await sotto.send(text, to: .contact(sotto.onlyContact().id))
      await alice.waitUntil { try await alice.messages().contains { $0.text == text } }
    }
    await alice.close()
    try world.damageOldestRow(of: table, in: "alice")

    let again = try world.reopen("alice")
    #expect(try await again.contacts().count == (table == "contacts" ? 1 : 2))
    #expect(try await again.messages().map(\.text).contains("two"))
    _ = try await again.status()
    _ = try await again.issues()
    // Bob's delivery may be one that cannot be handled; the one behind it is.
    _ = try await bob.send("three", to: .contact(bob.onlyContact().id))
    _ = try await carl.send("four", to: .contact(carl.onlyContact().id))
    try await again.connect()
    await again.waitUntil { try await again.messages().contains { $0.text == "four" } }
    #expect(try await again.messages().contains { $0.text == "four" })
    for sotto in [again, bob, carl] { await sotto.close() }
  }
}

private struct FullDisk: StoreFaults {
  func check(_ step: StoreStep) throws(StoreError) {
    throw .full
  }
}
