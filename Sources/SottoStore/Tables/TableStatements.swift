/// The SQL of one sealed table, made once.
struct TableStatements {
  let get, put, delete, contains, count, after, before, trim, sequence: String
  /// By index: rows in order of arrival, and the removal of all of them
  let matching, matchingBefore, deleteMatching, countMatching: [String]

  init(_ name: String, indexes: Int) {
    let columns = ["token"] + Self.indexNames.prefix(indexes) + ["box"]
    let row = "SELECT arrival, token, box FROM \(name)"
    get = "\(row) WHERE token = ?"
    put = """
      INSERT INTO \(name) (\(columns.joined(separator: ", "))) \
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) ON CONFLICT (token) DO UPDATE SET \
      \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")) RETURNING arrival
      """
    delete = "DELETE FROM \(name) WHERE token = ?"
    contains = "SELECT 1 FROM \(name) WHERE token = ?"
    count = "SELECT count(*) FROM \(name)"
    after = "\(row) WHERE arrival > ? ORDER BY arrival LIMIT ?"
    before = "\(row) WHERE arrival < ? ORDER BY arrival DESC LIMIT ?"
    trim = "DELETE FROM \(name) WHERE arrival <= (SELECT arrival FROM \(name) ORDER BY arrival DESC LIMIT 1 OFFSET ?)"
    sequence = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = '\(name)'), 0)"
    let used = Self.indexNames.prefix(indexes)
    matching = used.map { "\(row) WHERE \($0) = ? AND arrival > ? ORDER BY arrival LIMIT ?" }
    matchingBefore = used.map { "\(row) WHERE \($0) = ? AND arrival < ? ORDER BY arrival DESC LIMIT ?" }
    deleteMatching = used.map { "DELETE FROM \(name) WHERE \($0) = ?" }
    countMatching = used.map { "SELECT count(*) FROM \(name) WHERE \($0) = ? AND arrival > ?" }
  }

  private static let indexNames = ["first", "second"]
}
