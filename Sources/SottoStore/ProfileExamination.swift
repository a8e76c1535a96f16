import SottoCore
import SottoSQLite

/// Looks at every part of an open profile, to name what is damaged. Changes nothing.
struct ProfileExamination {
  let folder: ProfileFolder
  let session: StoreSession

  func run() -> Set<StorePart> {
    var damaged: Set<StorePart> = []
    if (try? session.connection.isIntact()) != true { damaged.insert(.database) }
    if !layersAreIntact { damaged.insert(.layerFile) }
    if !spoolIsIntact { damaged.insert(.spool) }
    for table in Self.floorTables where !isIntact(table) { damaged.insert(.table(table)) }
    if !groupArraysAreIntact { damaged.insert(.table(GroupRow.name)) }
    if !messagesAreIntact { damaged.insert(.table(ConversationMessages<ReadOnly>.name)) }
    return damaged
  }

  /// Tables whose boxes are sealed under the floor key and bound to their token, seen from outside.
  private static let floorTables: Set<String> = Set(SealedField.registry.map(\.table))
    .subtracting(["anchors", Spool.name, ConversationMessages<ReadOnly>.name])

  private func isIntact(_ table: String) -> Bool {
    let cipher = session.keys.cipher(table)
    let rows = try? session.connection.query("SELECT token, box FROM \(table)") { ($0.blob(0), $0.blob(1)) }
    return rows?.allSatisfy { token, box in cipher.open(box, row: token) != nil } ?? false
  }

  private var groupArraysAreIntact: Bool {
    let cipher = GroupCipher(session.keys).outside
    let rows = try? session.connection.query("SELECT token, arrays FROM groups") { ($0.blob(0), $0.blob(1)) }
    guard let rows else { return false }
    return rows.allSatisfy { token, arrays in
      guard arrays.count == GroupRow.arraysSize else { return false }
      return Depth.all.allSatisfy { depth in
        cipher.open(GroupRow.arrayBox(arrays, at: depth), row: token, part: [depth.rawValue]) != nil
      }
    }
  }

  private var messagesAreIntact: Bool {
    let view = StoreView<ReadOnly>(session: session)
    return view.conversations.readable().rows.allSatisfy { conversation in
      let messages = try? view.messages(in: conversation.record.id)
      return messages?.readable().isDamaged == false
    }
  }

  private var layersAreIntact: Bool {
    let anchor = try? Anchors.read(LayerFile.Anchor.self, .layerFile, session.connection, session.keys.floorKey)
    guard let anchor else { return false }
    return LayerFile.isIntact(folder.layers(anchor.name), keys: session.keys)
  }

  private var spoolIsIntact: Bool {
    let cipher = session.keys.cipher(Spool.name)
    let rows = try? session.connection.query("SELECT id, box FROM spool") { (Int($0.integer(0)), $0.blob(1)) }
    guard let rows, rows.count == Spool.rows else { return false }
    return rows.allSatisfy { index, box in cipher.open(box, row: Spool.rowID(index)) != nil }
  }
}
