import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

/// The slot keys of a view at some depth: its own and all deeper ones.
struct TestKeyring: DepthKeyring {
  let actingDepth: Depth
  let keys: [SymmetricKey]

  init(_ random: SeededRandom) {
    self.init(keys: Depth.all.map { _ in SymmetricKey.random(random) }, at: .real)
  }

  private init(keys: [SymmetricKey], at depth: Depth) {
    self.keys = keys
    actingDepth = depth
  }

  func acting(at depth: Depth) -> TestKeyring { TestKeyring(keys: keys, at: depth) }

  func slotKey(at depth: Depth) -> SymmetricKey? { depth < actingDepth ? nil : keys[depth.index] }
  func slotAssociatedData(for group: GroupID) -> [UInt8] { Array("row".utf8) + group.bytes }
}

@Suite struct GroupTests {
  let random = SeededRandom(seed: 51)
  let keyring: TestKeyring
  let contacts: [ContactID]

  init() {
    keyring = TestKeyring(random)
    contacts = (0..<40).map { [random] _ in ContactID(unchecked: random.bytes(16)) }
  }

  private func depth(_ number: UInt8) throws -> Depth { try #require(Depth(number)) }

  /// Depths that get members: an edit writes a whole record, so not all 32.
  private func sample() throws -> [Depth] { [.real, try depth(1), try depth(2), .deepest] }

  private func details(name: String = "Choir") throws -> GroupDetails {
    try GroupDetails(
      id: GroupID(unchecked: random.bytes(16)), name: name,
      createdAt: Timestamp(milliseconds: 1_700_000_000_987), depthFields: .safe)
  }

  private func group() throws -> Group { Group(details: try details(), random: random) }

  private func members(_ group: Group, _ depth: Depth) throws -> Set<ContactID> {
    Set(try group.members(atDepth: depth, keys: keyring))
  }

  /// The raw slots of all depths.
  private func slots(_ group: Group) -> [[[UInt8]]] {
    [group.realMemberSlots, group.duressMemberSlots] + group.deeperMemberSlots
  }

  // MARK: Shape

  @Test func shapeIsFixedFromTheStart() throws {
    var group = try group()
    for _ in 0..<2 {
      #expect(Group.slotCount == 32 && Depth.count == 32)
      #expect(group.realMemberSlots.count == 32)
      #expect(group.duressMemberSlots.count == 32)
      #expect(group.deeperMemberSlots.count == 30)
      #expect(slots(group).allSatisfy { $0.count == 32 && $0.allSatisfy { $0.count == 156 } })
      #expect(group.encodedArrays.count == 32)
      #expect(group.encodedArrays.allSatisfy { $0.count == 4_992 })
      #expect(group.isPadded)
      try group.addMember(contacts[0], atDepth: .real, keys: keyring, random: random)
    }
    // In the store's outer box.
    #expect(Group.arraySize + AES.GCM.overhead == 5_020)
  }

  @Test func aSlotHoldsTheIDZeroPaddedTo128Bytes() throws {
    var group = try group()
    try group.addMember(contacts[0], atDepth: .real, keys: keyring, random: random)
    let plaintexts = group.realMemberSlots.compactMap {
      try? AES.GCM.open(
        $0, using: keyring.keys[0], authenticating: keyring.slotAssociatedData(for: group.id))
    }
    #expect(plaintexts == [contacts[0].bytes + [UInt8](repeating: 0, count: 112)])
  }

  @Test func createdAtHasWholeSeconds() throws {
    #expect(try details().createdAt == Timestamp(milliseconds: 1_700_000_000_000))
  }

  @Test func storedFormGivesTheSameGroup() throws {
    var group = try group()
    try group.addMembers(Array(contacts.prefix(3)), atDepth: .real, keys: keyring, random: random)
    let restored = try Group(
      details: try GroupDetails(encoded: group.details.encoded()), arrays: group.encodedArrays)
    #expect(restored == group)
    #expect(try members(restored, .real) == Set(contacts.prefix(3)))
    try assertCanonical(group.details)
  }

  @Test(arguments: ["", String(repeating: "x", count: 129)])
  func namesAreBounded(_ name: String) throws {
    #expect(throws: GroupError.invalidName) { try details(name: name) }
    var named = try details()
    #expect(throws: GroupError.invalidName) { try named.rename(name) }
    #expect(named.name == "Choir")
    try named.rename("Chœur")
    #expect(named.name == "Chœur")
  }

  // MARK: Members

  @Test func membersAreAddedAndRemoved() throws {
    var group = try group()
    try group.addMember(contacts[0], atDepth: .real, keys: keyring, random: random)
    try group.addMember(contacts[1], atDepth: .real, keys: keyring, random: random)
    #expect(try group.members(atDepth: .real, keys: keyring) == [contacts[0], contacts[1]].sorted())
    try group.addMember(contacts[1], atDepth: .real, keys: keyring, random: random)
    #expect(try members(group, .real).count == 2)
    try group.removeMember(contacts[0], atDepth: .real, keys: keyring, random: random)
    try group.removeMember(contacts[5], atDepth: .real, keys: keyring, random: random)
    #expect(try members(group, .real) == [contacts[1]])
  }

  /// Each of the 32 depths has its own list, and a change of one leaves the others as they are.
  @Test func depthsAreIndependent() throws {
    var group = try group()
    for depth in try sample() {
      try group.addMember(contacts[depth.index], atDepth: depth, keys: keyring, random: random)
    }
    let used = Set(try sample())
    for depth in Depth.all {
      #expect(try members(group, depth) == (used.contains(depth) ? [contacts[depth.index]] : []))
    }
    try group.removeMember(contacts[2], atDepth: try depth(2), keys: keyring, random: random)
    for depth in try sample() {
      #expect(try members(group, depth) == (depth.index == 2 ? [] : [contacts[depth.index]]))
    }
  }

  @Test func thirtyTwoIsTheMost() throws {
    var group = try group()
    try group.addMembers(Array(contacts.prefix(32)), atDepth: .real, keys: keyring, random: random)
    let full = group
    #expect(throws: GroupError.groupFull(max: 32)) {
      try group.addMember(contacts[32], atDepth: .real, keys: keyring, random: random)
    }
    #expect(group == full)
    // One who is in it already does not count twice; another depth has room.
    try group.addMember(contacts[3], atDepth: .real, keys: keyring, random: random)
    try group.addMember(contacts[32], atDepth: try depth(1), keys: keyring, random: random)
    #expect(try members(group, .real).count == 32)
  }

  @Test func aDepthCannotReadOrChangeAShallowerOne() throws {
    var group = try group()
    try group.addMember(contacts[0], atDepth: .real, keys: keyring, random: random)
    let decoy = keyring.acting(at: try depth(2))
    for shallow in [Depth.real, try depth(1)] {
      #expect(throws: GroupError.depthNotReadable(shallow)) { try group.members(atDepth: shallow, keys: decoy) }
      #expect(throws: GroupError.depthNotReadable(shallow)) {
        try group.addMember(contacts[1], atDepth: shallow, keys: decoy, random: random)
      }
      #expect(throws: GroupError.depthNotReadable(shallow)) {
        try group.removeMember(contacts[0], atDepth: shallow, keys: decoy, random: random)
      }
    }
    try group.addMember(contacts[1], atDepth: try depth(2), keys: decoy, random: random)
    #expect(try members(group, .real) == [contacts[0]])
    #expect(try members(group, try depth(2)) == [contacts[1]])
  }

  // MARK: Diffs

  /// Whichever depth is edited, no array of the record stays as it was.
  @Test(arguments: [UInt8(0), 1, 7, 31])
  func everyEditChangesEveryArray(_ edited: UInt8) throws {
    var group = try group()
    for depth in try sample() {
      try group.addMember(contacts[depth.index], atDepth: depth, keys: keyring, random: random)
    }
    let before = slots(group)
    try group.addMember(contacts[33], atDepth: try depth(edited), keys: keyring, random: random)
    for (old, new) in zip(before, slots(group)) {
      #expect(old != new)
      // The acting depth can open all: no slot is kept, real or filler.
      #expect(Set(old).isDisjoint(with: Set(new)))
    }
  }

  /// What a decoy cannot open gets a new order, and keeps its members.
  @Test func shallowerArraysAreShuffled() throws {
    var group = try group()
    try group.addMembers(Array(contacts.prefix(5)), atDepth: .real, keys: keyring, random: random)
    let before = slots(group)
    try group.addMember(
      contacts[9], atDepth: try depth(3), keys: keyring.acting(at: try depth(3)), random: random)
    let after = slots(group)
    for index in 0..<3 {
      #expect(before[index] != after[index])
      #expect(Set(before[index]) == Set(after[index]))
    }
    for index in 3..<32 { #expect(Set(before[index]).isDisjoint(with: Set(after[index]))) }
    #expect(try members(group, .real) == Set(contacts.prefix(5)))
  }

  @Test func realSlotsStandAnywhere() throws {
    var group = try group()
    var positions: Set<Int> = []
    for _ in 0..<8 {
      try group.addMember(contacts[0], atDepth: .real, keys: keyring, random: random)
      let data = keyring.slotAssociatedData(for: group.id)
      for (index, slot) in group.realMemberSlots.enumerated()
      where (try? AES.GCM.open(slot, using: keyring.keys[0], authenticating: data)) != nil {
        positions.insert(index)
      }
    }
    #expect(positions.count > 3)
  }

  // MARK: Hiding and deleting

  @Test func hidingAtDepthZeroPurgesDuressDepthsOnly() throws {
    var group = try group()
    for depth in [Depth.real, try depth(1), try depth(2), .deepest] {
      try group.addMembers([contacts[0], contacts[1]], atDepth: depth, keys: keyring, random: random)
    }
    let before = slots(group)
    try group.purgeMembersFromDuressDepths(contacts[0], actingDepth: .real, keys: keyring, random: random)
    #expect(try members(group, .real) == [contacts[0], contacts[1]])
    for depth in [try depth(1), try depth(2), .deepest] { #expect(try members(group, depth) == [contacts[1]]) }
    for (old, new) in zip(before, slots(group)) { #expect(Set(old).isDisjoint(with: Set(new))) }
  }

  @Test(arguments: [UInt8(1), 2, 31])
  func hidingAtAnotherDepthPurgesNothing(_ acting: UInt8) throws {
    var group = try group()
    for depth in try sample() { try group.addMember(contacts[0], atDepth: depth, keys: keyring, random: random) }
    let before = slots(group)
    let acting = try depth(acting)
    try group.purgeMembersFromDuressDepths(
      contacts[0], actingDepth: acting, keys: keyring.acting(at: acting), random: random)
    for depth in try sample() { #expect(try members(group, depth) == [contacts[0]]) }
    for (old, new) in zip(before, slots(group)) { #expect(old != new) }
  }

  @Test func deletingAContactTakesItOutOfEveryReadableDepth() throws {
    var group = try group()
    for depth in try sample() { try group.addMember(contacts[0], atDepth: depth, keys: keyring, random: random) }
    var atDecoy = group
    try group.removeMemberFromReadableDepths(contacts[0], keys: keyring, random: random)
    for depth in Depth.all { #expect(try members(group, depth).isEmpty) }
    try atDecoy.removeMemberFromReadableDepths(
      contacts[0], keys: keyring.acting(at: try depth(1)), random: random)
    #expect(try members(atDecoy, .real) == [contacts[0]])
    #expect(try members(atDecoy, try depth(1)).isEmpty)
  }

  // MARK: Records from elsewhere

  @Test(arguments: [[], [32], [32, 32], [5, 0, 32], [Int](repeating: 32, count: 31)])
  func shortRecordsAreFilled(_ counts: [Int]) throws {
    var whole = try group()
    try whole.addMembers(Array(contacts.prefix(2)), atDepth: .real, keys: keyring, random: random)
    // The real members' slots first, as in a record that was never padded.
    let data = keyring.slotAssociatedData(for: whole.id)
    let isReal = { (slot: [UInt8]) in
      (try? AES.GCM.open(slot, using: keyring.keys[0], authenticating: data)) != nil
    }
    var arrays = slots(whole)
    arrays[0] = arrays[0].filter(isReal) + arrays[0].filter { !isReal($0) }
    let short = try Group(
      details: whole.details, arrays: zip(arrays, counts).map { Array($0.prefix($1).joined()) })
    #expect(short.isPadded == (counts == [Int](repeating: 32, count: 32)))
    let padded = short.padded(random: random)
    #expect(padded.isPadded)
    #expect(padded.encodedArrays.allSatisfy { $0.count == 4_992 })
    let expected: Set<ContactID> = counts.isEmpty ? [] : Set(contacts.prefix(2))
    #expect(try members(padded, .real) == expected)
    // An edit does the same.
    var edited = short
    try edited.addMember(contacts[7], atDepth: .deepest, keys: keyring, random: random)
    #expect(edited.isPadded)
    #expect(try members(edited, .real) == expected)
  }

  @Test func paddingAFullGroupChangesNothing() throws {
    let group = try group()
    #expect(group.padded(random: random) == group)
  }

  @Test func malformedArraysAreRefused() throws {
    let details = try details()
    let slot = random.bytes(156)
    for arrays in [
      [Array(slot.dropLast())], [[1]], [[UInt8](repeating: 0, count: 33 * 156)],
      [[UInt8]](repeating: slot, count: 33),
    ] {
      #expect(throws: GroupError.malformedArrays) { try Group(details: details, arrays: arrays) }
    }
  }

  /// A slot of one group does not count in another, though the keys are the same.
  @Test func slotsBelongToTheirGroup() throws {
    var first = try group()
    try first.addMember(contacts[0], atDepth: .real, keys: keyring, random: random)
    let other = try Group(details: try details(), arrays: first.encodedArrays)
    #expect(try members(other, .real).isEmpty)
  }
}
