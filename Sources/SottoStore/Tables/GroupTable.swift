import SottoCore
import SottoCrypto
import SottoSQLite

/// Private groups. The table has a multiple of eight rows, and nobody without keys can tell which of them are groups.
/// Valid within the `read` or `write` that gave it.
public struct GroupTable<Access: StoreAccess> {
  let session: StoreSession
  private let cipher: GroupCipher

  init(_ session: StoreSession) {
    self.session = session
    cipher = GroupCipher(session.keys)
  }

  /// What a group's members are read and changed with.
  public var keyring: GroupKeyring {
    GroupKeyring(depthKeys: session.keys.depthKeys, cipher: cipher.outside)
  }

  public func get(_ id: GroupID) throws(StoreError) -> Group? {
    let token = cipher.outside.token(.row, id.bytes)
    let row = try database { () throws(SQLiteError) in
      try session.connection.first("SELECT box, arrays FROM groups WHERE token = ?", .blob(token.bytes)) {
        GroupRow(token: token, box: $0.blob(0), arrays: $0.blob(1))
      }
    }
    return try row?.group(cipher)
  }

  /// All that can be read, the oldest first.
  public func all() throws(StoreError) -> [Group] {
    var groups: [Group] = []
    for details in try details() {
      if let group = try get(details.id) { groups.append(group) }
    }
    return groups
  }

  /// As `all`, without the members.
  public func details() throws(StoreError) -> [GroupDetails] {
    var found: [GroupDetails] = []
    for row in try rows() {
      if let details = try row.details(cipher) { found.append(details) }
    }
    return found.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }

  /// What can still be read where rows or pages are damaged, and whether anything could not.
  public func readable() -> (groups: [Group], isDamaged: Bool) {
    guard let rows = try? rows() else { return ([], true) }
    var groups: [Group] = []
    var isDamaged = false
    for row in rows {
      do throws(StoreError) {
        guard let details = try row.details(cipher) else { continue }
        if let group = try get(details.id) { groups.append(group) }
      } catch {
        isDamaged = true
      }
    }
    return (groups, isDamaged)
  }

  // The arrays are left out: they are most of a row.
  private func rows() throws(StoreError) -> [GroupRow] {
    let rows = try database { () throws(SQLiteError) in
      try session.connection.query("SELECT token, box FROM groups ORDER BY arrival") {
        (token: Token($0.blob(0)), box: $0.blob(1))
      }
    }
    var result: [GroupRow] = []
    for row in rows {
      guard let token = row.token else { throw .damaged(.table(GroupRow.name)) }
      result.append(GroupRow(token: token, box: row.box, arrays: []))
    }
    return result
  }
}

extension GroupTable where Access == ReadWrite {
  /// Adds a group in the place of a filler, or writes all of it anew. Saved in a full shape.
  public func put(_ group: Group) throws(StoreError) {
    let row = try GroupRow(group, cipher: cipher, random: session.random)
    session.spoolRows += 1
    if try update(row, inPlaceOf: row.token) { return }
    var fillers = try fillers()
    if fillers.isEmpty { fillers = try GroupFiller.add(session) }
    var numbers = session.random.generator()
    guard let filler = fillers.randomElement(using: &numbers), try update(row, inPlaceOf: filler) else {
      throw .damaged(.table(GroupRow.name))
    }
  }

  /// Its row becomes a filler.
  public func delete(_ id: GroupID) throws(StoreError) {
    let filler = try GroupRow.filler(cipher, session.random)
    _ = try update(filler, inPlaceOf: cipher.outside.token(.row, id.bytes))
  }

  /// Rows that hold nothing. Only the shallowest depth can know: what another cannot open may be a group.
  private func fillers() throws(StoreError) -> [Token] {
    guard session.keys.depthKeys.depth == .real else { return [] }
    var tokens: [Token] = []
    for row in try rows() where row.isFiller(cipher) { tokens.append(row.token) }
    return tokens
  }

  /// False where there is no such row.
  private func update(_ row: GroupRow, inPlaceOf token: Token) throws(StoreError) -> Bool {
    let sql = "UPDATE groups SET token = ?, box = ?, arrays = ? WHERE token = ? RETURNING arrival"
    return try session.write(
      sql, [.blob(row.token.bytes), .blob(row.box), .blob(row.arrays), .blob(token.bytes)]) != nil
  }
}
