import SottoCore
import SottoCrypto
import SottoSQLite
import SottoStore
import TestSupport
import Testing

@Suite struct SpoolTests {
  let folder = TemporaryFolder()
  let random = SeededRandom(seed: 13)

  private func rows() throws -> [Int64: [UInt8]] {
    let rows = try Connection(path: "\(folder.profile)/store.db", access: .readOnly)
      .query("SELECT id, box FROM spool") { ($0.integer(0), $0.blob(1)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  @Test func thereAreAlways256RowsOfOneSize() throws {
    let store = try ProfileStore.create(in: folder.profile)
    let first = try rows()
    #expect(Set(first.keys) == Set(1...256))
    #expect(Set(first.values.map(\.count)) == [1_024 + 56])
    #expect(Set(first.values).count == 256)
    for _ in 0..<5 { try store.write { try $0.issues.trim(to: 0) } }
    #expect(Set(try rows().keys) == Set(1...256))
    #expect(store.examine().isEmpty)
  }

  /// A message rewrites as many rows as it would take itself, whether or not anything is hidden.
  @Test(arguments: [(160, 1), (960, 5), (3_200, 5), (12_800, 17), (49_120, 66)])
  func aSaveRewritesAsManyRowsAsItsItemWouldTake(_ size: Int, _ expected: Int) throws {
    let store = try ProfileStore.create(in: folder.profile)
    let conversation = ConversationID.contact(Samples.id(random))
    _ = try store.write { try $0.openConversation(conversation) }
    let before = try rows()
    try store.write { try $0.openConversation(conversation).put(Samples.message(in: conversation, random, size: size)) }
    let after = try rows()
    #expect(before.filter { after[$0.key] != $0.value }.count == expected)
  }

  @Test func aSaveOfAnythingElseRewritesOne() throws {
    let store = try ProfileStore.create(in: folder.profile)
    let before = try rows()
    try store.write { try $0.issues.trim(to: 3) }
    let after = try rows()
    #expect(before.filter { after[$0.key] != $0.value }.count == 1)
  }

  @Test func rowsAreChosenFromAll() throws {
    let store = try ProfileStore.create(in: folder.profile)
    let before = try rows()
    for _ in 0..<40 { try store.write { try $0.issues.trim(to: 3) } }
    let after = try rows()
    let changed = before.filter { after[$0.key] != $0.value }.map(\.key)
    #expect(changed.count > 20 && changed.contains { $0 < 128 } && changed.contains { $0 > 128 })
  }

  @Test func rowCountsAreBounded() {
    #expect(Spool.rowCount(for: 0) == 1)
    #expect(Spool.rowCount(for: 1_002) == 1)
    #expect(Spool.rowCount(for: 1_003) == 2)
    #expect(Spool.rowCount(for: Int.max / 2) == 256)
  }
}
