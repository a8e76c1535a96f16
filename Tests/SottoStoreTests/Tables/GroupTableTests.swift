import SottoCore
import SottoCrypto
import SottoSQLite
import SottoStore
import TestSupport
import Testing

@Suite struct GroupTableTests {
  let folder = TemporaryFolder()
  let random = SeededRandom(seed: 12)
  let store: ProfileStore

  init() throws {
    store = try ProfileStore.create(in: folder.profile)
  }

  private func rows() throws -> [[UInt8]] {
    try Connection(path: "\(folder.profile)/store.db", access: .readOnly)
      .query("SELECT token, box, arrays FROM groups ORDER BY arrival") { $0.blob(0) + $0.blob(1) + $0.blob(2) }
  }

  @Test func aGroupComesBackWithItsMembers() throws {
    let members: [ContactID] = (0..<3).map { _ in Samples.id(random) }
    var group = try Samples.group("Friends", id: Samples.id(random))
    try store.write { transaction in
      try group.addMembers(members, atDepth: .real, keys: transaction.groups.keyring)
      try transaction.groups.put(group)
    }
    try store.read { (reader) throws in
      let found = try #require(try reader.groups.get(group.id))
      #expect(found == group)
      #expect(try found.members(atDepth: .real, keys: reader.groups.keyring) == members.sorted())
      #expect(try reader.groups.all() == [group])
      #expect(try reader.groups.details() == [group.details])
    }
  }

  @Test func rowsComeInEightsAndHaveOneSize() throws {
    #expect(try rows().count == 8)
    let groups = try (0..<10).map { try Samples.group("Group \($0)", id: Samples.id(random)) }
    try store.write { transaction in
      for group in groups { try transaction.groups.put(group) }
    }
    #expect(try rows().count == 16)
    #expect(Set(try rows().map(\.count)) == [Token.size + 512 + 32 * 5_020])
    #expect(Set(try store.read { try $0.groups.all() }) == Set(groups))
    try store.write { transaction in
      for group in groups.prefix(9) { try transaction.groups.delete(group.id) }
    }
    #expect(try rows().count == 16)
    #expect(try store.read { try $0.groups.all() } == [groups[9]])
    // Fillers that a deletion made are used again.
    try store.write { transaction in
      for group in groups { try transaction.groups.put(group) }
    }
    #expect(try rows().count == 16)
  }

  @Test func aSaveLeavesNoByteOfItsRow() throws {
    let group = try Samples.group("Friends", id: Samples.id(random))
    try store.write { try $0.groups.put(group) }
    let before = try rows()
    try store.write { try $0.groups.put(group) }
    let changed = zip(before, try rows()).filter { $0 != $1 }
    #expect(changed.count == 1)
    let (old, new) = try #require(changed.first)
    for start in stride(from: Token.size, to: old.count - 16, by: 1_000) {
      #expect(old[start..<start + 16] != new[start..<start + 16])
    }
  }

  @Test func deletingTwiceIsNoError() throws {
    let group = try Samples.group("Friends", id: Samples.id(random))
    try store.write {
      try $0.groups.put(group)
      try $0.groups.delete(group.id)
      try $0.groups.delete(group.id)
    }
    #expect(try store.read { try $0.groups.get(group.id) } == nil)
    #expect(try rows().count == 8)
  }
}
