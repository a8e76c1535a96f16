import Sotto
import SottoCore
import Testing

/// Names that a person gives, and how contacts are found by them.
@Suite struct ContactTests {
  @Test func aNameThatAnotherContactHasIsRefused() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let first = try await alice.renameContact(named: alice.onlyContact().name, to: "Kim").summary
    let carl = try world.profile("carl")
    try await pair(alice, carl)
    let second = try #require(try await alice.contacts().first { $0.id != first.id })
    for name in ["Kim", "kim", "KIM"] {
      await #expect(throws: SottoError.nameTaken("Kim")) {
        try await alice.renameContact(named: second.name, to: name)
      }
    }
    #expect(try await alice.contact(named: second.id.description).summary.name == second.name)
    // The two words of a device are a name as well, also when they would come back.
    _ = try await alice.renameContact(named: "Kim", to: "Kai")
    _ = try await alice.renameContact(named: second.name, to: "Kim")
    _ = try await alice.renameContact(named: "Kai", to: second.deviceName)
    await #expect(throws: SottoError.nameTaken(second.deviceName)) {
      try await alice.renameContact(named: "Kim", to: nil)
    }
    // A contact keeps its own name in another case.
    #expect(try await alice.renameContact(named: "Kim", to: "kim").summary.name == "kim")
    for sotto in [alice, bob, carl] { await sotto.close() }
  }

  @Test func aContactIsFoundByTheStartOfItsID() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let contact = try await alice.onlyContact()
    let start = String(contact.id.description.prefix(8))
    #expect(try await alice.contact(named: start).summary.id == contact.id)
    #expect(try await alice.verifyContact(named: start).summary.id == contact.id)
    #expect(try await alice.createGroup(named: "G", members: [start]).members.map(\.id) == [contact.id])
    #expect(try await alice.removeFromGroup(named: "G", members: [start]).members.isEmpty)
    #expect(try await alice.deleteContact(named: start).id == contact.id)
    await alice.close()
    await bob.close()
  }
}
