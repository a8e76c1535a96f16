import SottoCore
import SottoCrypto
import SottoStore
import TestSupport
import Testing

@Suite struct WriteFaultTests {
  let folder = TemporaryFolder()
  let random = SeededRandom(seed: 2)
  let faults = CountingFaults()

  /// Several tables in one transaction.
  private func change(_ store: ProfileStore, to name: String) throws {
    let conversation = ConversationID.contact(contact)
    try store.write { transaction in
      var record = try transaction.contacts.get(contact) ?? Samples.contact(random, id: contact)
      record.nickname = name
      try transaction.contacts.put(contact, record)
      try transaction.openConversation(conversation).put(Samples.message(in: conversation, random))
      try transaction.groups.put(try Samples.group(name, id: group))
      try transaction.issues.put(
        transaction.issues.next(),
        IssueRecord(issue: .unreadable, messageID: nil, peer: nil, at: Timestamp(milliseconds: 1)))
    }
  }

  private let contact = ContactID(unchecked: [UInt8](repeating: 7, count: 16))
  private let group = GroupID(unchecked: [UInt8](repeating: 8, count: 16))

  /// The name that all tables agree on, and the number of messages.
  private func state(_ store: ProfileStore) throws -> (name: String?, messages: Int) {
    try store.read { (reader) throws in
      let name = try reader.contacts.get(contact)?.nickname
      #expect(try reader.groups.get(group)?.details.name == name)
      let messages = try reader.messages(in: .contact(contact))?.count() ?? 0
      #expect(try reader.issues.count() == messages)
      return (name, messages)
    }
  }

  /// Of a change of what is there already: the same for every further one.
  private func steps(_ store: ProfileStore) throws -> [StoreStep] {
    try change(store, to: "first")
    faults.arm(.none)
    try change(store, to: "second")
    return faults.steps
  }

  @Test func eachFailingStepUndoesAllAndTheNextWriteWorks() throws {
    let store = try ProfileStore.create(in: folder.profile, random: SystemRandom(), faults: faults)
    let steps = try steps(store)
    #expect(steps.suffix(2) == [.commit, .committed])
    var expected = (name: "second", messages: 2)
    for step in 1..<steps.count {
      faults.arm(.fail(at: step, .full))
      #expect(throws: StoreError.full) { try change(store, to: "never \(step)") }
      var found = try state(store)
      #expect(found.name == expected.name && found.messages == expected.messages, "step \(step)")
      faults.arm(.none)
      expected = ("step \(step)", expected.messages + 1)
      try change(store, to: expected.name)
      found = try state(store)
      #expect(found.name == expected.name && found.messages == expected.messages, "step \(step)")
    }
  }

  @Test func eachCrashLeavesTheOldStateOrTheNew() throws {
    let count = try steps(try ProfileStore.create(in: folder.profile, random: SystemRandom(), faults: faults)).count
    var expected = (name: "second", messages: 2)
    for step in 1...count {
      faults.arm(.none)
      do {
        let store = try ProfileStore.open(folder.profile, random: SystemRandom(), faults: faults)
        faults.arm(.crash(at: step))
        #expect(throws: CountingFaults.crash) { try change(store, to: "step \(step)") }
      }
      // The last step comes after the commit.
      if step == count { expected = ("step \(step)", expected.messages + 1) }
      let store = try ProfileStore.open(folder.profile)
      let found = try state(store)
      #expect(found.name == expected.name && found.messages == expected.messages, "step \(step)")
      #expect(store.examine().isEmpty)
    }
  }
}
