import Sotto
import SottoCore
import SottoStore
import Testing

/// Private groups over a relay.
@Suite struct GroupTests {
  @Test func aGroupMessageReachesEveryMember() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let carl = try world.profile("carl")
    try await pair(alice, carl)
    let members = try await alice.contacts().map(\.name)
    let group = try await alice.createGroup(named: "Friends", members: members)
    #expect(group.members.count == 2)

    let sent = try await alice.send("dinner", to: .named("Friends"))
    #expect(sent.recipients.count == 2)
    for member in [bob, carl] {
      let message = try #require(try await member.waitForMessages(1).first)
      #expect(message.text == "dinner")
      #expect(message.id == sent.messageID)
      #expect(message.group == group.id)
      // At a member it stands in the conversation with its sender.
      guard case .contact = message.conversation else {
        Issue.record("not in the sender's conversation")
        return
      }
    }
    let deliveries = try await alice.waitForDelivery(of: sent.messageID, until: .stored, timeout: .seconds(20))
    #expect(deliveries.allSatisfy { $0.state == .stored && !$0.longTermPath && $0.isHybrid })
    #expect(try await alice.messages(with: "Friends").map(\.text) == ["dinner"])
    for sotto in [alice, bob, carl] { await sotto.close() }
  }

  /// Contacts and devices are many to many.
  @Test func aDeviceThatTwoMembersShareGetsOneCopy() async throws {
    let world = try TestWorld()
    let (first, bob) = try await world.pairedProfiles()
    let name = try await first.onlyContact().name
    await first.close()
    try world.withStore("alice") { store in
      try store.write { transaction in
        let contact = try #require(try transaction.contacts.all().first)
        var twin = ContactRecord(
          id: ContactID(unchecked: [UInt8](repeating: 5, count: ContactID.size)), devices: contact.devices,
          createdAt: contact.createdAt, safetyWords: contact.safetyWords)
        twin.nickname = "twin"
        try transaction.contacts.put(twin.id, twin)
      }
    }
    let alice = try world.reopen("alice")
    _ = try await alice.createGroup(named: "G", members: [name, "twin"])
    #expect(try await alice.send("once", to: .named("G")).recipients.count == 1)
    #expect(try await bob.waitForMessages(1).map(\.text) == ["once"])
    await alice.close()
    await bob.close()
  }

  @Test func membersComeAndGo() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let name = try await alice.onlyContact().name
    _ = try await alice.createGroup(named: "G")
    for name in ["G", "g"] {
      await #expect(throws: SottoError.nameTaken("G")) { try await alice.createGroup(named: name) }
    }
    await #expect(throws: SottoError.groupHasNoMembers("G")) { try await alice.send("x", to: .named("G")) }
    #expect(try await alice.addToGroup(named: "G", members: [name]).members.map(\.name) == [name])
    await #expect(throws: SottoError.alreadyMember(name)) { try await alice.addToGroup(named: "G", members: [name]) }
    #expect(try await alice.removeFromGroup(named: "G", members: [name]).members.isEmpty)
    await #expect(throws: SottoError.notAMember(name)) {
      try await alice.removeFromGroup(named: "G", members: [name])
    }
    await #expect(throws: SottoError.invalidName) { try await alice.createGroup(named: "") }
    await alice.close()
    await bob.close()
  }

  @Test func aContactAndAGroupOfOneNameAreBothListed() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let name = try await alice.onlyContact().name
    let contact = try await alice.onlyContact().id.description
    let group = try await alice.createGroup(named: name, members: [name]).id.description
    let choices = [
      SottoError.Choice(.contact, name: name, id: contact), SottoError.Choice(.group, name: name, id: group),
    ]
    await #expect(throws: SottoError.ambiguous(name, choices: choices)) {
      try await alice.send("x", to: .named(name))
    }
    // Their ids tell them apart.
    #expect(try await alice.group(named: String(group.prefix(8))).id.description == group)
    let sent = try await alice.send("x", to: .named(contact))
    #expect(try await alice.message(id: sent.messageID.description).conversation == .contact(
      alice.onlyContact().id, name: name))
    await alice.close()
    await bob.close()
  }

  @Test func deletingAContactTakesItOutOfEveryGroup() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let name = try await alice.onlyContact().name
    _ = try await alice.createGroup(named: "G", members: [name])
    _ = try await alice.send("kept until then", to: .named(name))
    _ = try await alice.deleteContact(named: name)
    #expect(try await alice.contacts().isEmpty)
    #expect(try await alice.group(named: "G").members.isEmpty)
    #expect(try await alice.messages().isEmpty)
    #expect(try await alice.outbox().isEmpty)
    // The prekeys that its device holds open nothing any more: what it sends with one is refused and reported.
    let events = alice.events()
    try await alice.connect()
    _ = try await bob.send("still there?", to: .contact(bob.onlyContact().id))
    for await case .issue(let issue) in events {
      #expect(issue.kind == .unreadable && issue.name == name)
      break
    }
    await alice.close()
    await bob.close()
  }
}
