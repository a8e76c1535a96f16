import SottoCore
import SottoCrypto
import SottoSQLite
import SottoWire

/// The few rows that are found by number, because the keys for tokens are among them. Sealed under the floor key.
enum Anchors {
  enum ID: UInt8, CaseIterable {
    case tokenKey = 1
    case layerFile = 2

    var part: StorePart { self == .tokenKey ? .tokenKey : .layerFile }
  }

  private static let name = "anchors"

  static func read<Record: WireCodable>(
    _: Record.Type = Record.self, _ id: ID, _ connection: Connection, _ floorKey: FloorKey
  ) throws(StoreError) -> Record {
    let box = try database { () throws(SQLiteError) in
      try connection.first("SELECT box FROM anchors WHERE id = ?", .integer(Int(id.rawValue))) { $0.blob(0) }
    }
    guard let box else { throw .missing(id.part) }
    guard let padded = cipher(floorKey).open(box, row: [id.rawValue]),
      let content = Padding.remove(padded), let record = try? Record(encoded: content)
    else { throw .damaged(id.part) }
    return record
  }

  static func write(_ record: some WireCodable, _ id: ID, _ session: StoreSession) throws(StoreError) {
    let padded = try Padding.pad(record.encodedSecret(), to: .exact(BoxSize.stepSizes[0]))
    let box = try cipher(session.keys.floorKey).seal(padded, row: [id.rawValue], random: session.random)
    _ = try session.write(
      "INSERT INTO anchors (id, box) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET box = excluded.box",
      [.integer(Int(id.rawValue)), .blob(box)])
  }

  /// No row of this table has a token.
  private static func cipher(_ floorKey: FloorKey) -> TableCipher {
    TableCipher(table: name, sealing: floorKey.secret, tokens: floorKey.secret)
  }
}

/// The key that table tokens are made with.
package struct TokenKey: WireCodable {
  package let secret: SecretBytes

  package init(secret: SecretBytes) { self.secret = secret }

  package init(from reader: inout WireReader) throws(WireError) { secret = try reader.secret(32) }

  package func encode(to writer: inout WireWriter) { writer.secret(secret) }
}
