import SottoCore
import SottoCrypto
import SottoSQLite

/// 256 rows of one size that always exist: what a hidden conversation gains waits here, sealed under its depth's key
/// within a box under the floor key. Fillers are random bytes in such a box.
///
/// Every save rewrites as many rows as the same item would take, so that the table changes alike with and without
/// hidden conversations.
package enum Spool {
  package static let rows = 256
  package static let name = "spool"
  /// Bytes of a row before both seals
  package static let contentSize = 1_024
  package static let innerSize = contentSize + AES.GCM.overhead
  package static let rowSize = innerSize + AES.GCM.overhead
  /// item id 16, index u16, count u16, length u16
  package static let headerSize = 16 + 2 + 2 + 2

  /// Rows that an item of `size` bytes takes, no more than there are
  package static func rowCount(for size: Int) -> Int {
    let payload = contentSize - headerSize
    return min(max(1, (size + payload - 1) / payload), rows)
  }

  package static func rowID(_ index: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: index >> 8), UInt8(truncatingIfNeeded: index)]
  }

  /// The rows of a first launch.
  static func fill(_ session: StoreSession) throws(StoreError) {
    let cipher = session.table(name, indexes: 0).cipher
    for index in 1...rows {
      let filler = session.random.secret(innerSize)
      let box = try cipher.seal(filler, row: rowID(index), random: session.random)
      _ = try session.write("INSERT INTO spool (id, box) VALUES (?, ?)", [.integer(index), .blob(box)])
    }
  }

  /// Gives `count` rows, taken at random, a new outside. What is in them stays.
  static func refresh(_ count: Int, _ session: StoreSession) throws(StoreError) {
    let cipher = session.table(name, indexes: 0).cipher
    for index in pick(count, session.random) {
      let box = try database { () throws(SQLiteError) in
        try session.connection.first("SELECT box FROM spool WHERE id = ?", .integer(index)) { $0.blob(0) }
      }
      // A damaged row is left for what can be saved of it, and must not stop what is saved now.
      guard let box, let inner = cipher.open(box, row: rowID(index)) else { continue }
      let sealed = try cipher.seal(inner, row: rowID(index), random: session.random)
      _ = try session.write("UPDATE spool SET box = ? WHERE id = ?", [.blob(sealed), .integer(index)])
    }
  }

  /// `count` different rows, each set as likely as any other.
  private static func pick(_ count: Int, _ random: any RandomSource) -> ArraySlice<Int> {
    var indexes = Array(1...rows)
    var numbers = random.generator()
    for position in 0..<min(count, rows) {
      indexes.swapAt(position, Int.random(in: position..<rows, using: &numbers))
    }
    return indexes.prefix(count)
  }
}
