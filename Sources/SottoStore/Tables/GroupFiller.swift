import SottoSQLite

/// Fillers come in eights.
enum GroupFiller {
  static let step = 8

  @discardableResult
  static func add(_ session: StoreSession) throws(StoreError) -> [Token] {
    let cipher = GroupCipher(session.keys)
    var tokens: [Token] = []
    for _ in 0..<step {
      let row = try GroupRow.filler(cipher, session.random)
      _ = try session.write(
        "INSERT INTO groups (token, box, arrays) VALUES (?, ?, ?)",
        [.blob(row.token.bytes), .blob(row.box), .blob(row.arrays)])
      tokens.append(row.token)
    }
    return tokens
  }
}
