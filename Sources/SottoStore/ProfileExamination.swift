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
    return every("SELECT token, box FROM \(table)") { row in
      cipher.open(row.blob(1), row: row.blob(0)) != nil
    }
  }

  private var groupArraysAreIntact: Bool {
    let cipher = GroupCipher(session.keys).outside
    return every("SELECT token, arrays FROM groups") { row in
      let (token, arrays) = (row.blob(0), row.blob(1))
      guard arrays.count == GroupRow.arraysSize else { return false }
      return Depth.all.allSatisfy { depth in
        cipher.open(GroupRow.arrayBox(arrays, at: depth), row: token, part: [depth.rawValue]) != nil
      }
    }
  }

  private var messagesAreIntact: Bool {
    let view = StoreView<ReadOnly>(session: session)
    return view.conversations.readable().rows.allSatisfy { conversation in
      (try? view.messages(in: conversation.record.id))?.isIntact ?? false
    }
  }

  private var layersAreIntact: Bool {
    let anchor = try? Anchors.read(LayerFile.Anchor.self, .layerFile, session.connection, session.keys.floorKey)
    guard let anchor else { return false }
    return LayerFile.isIntact(folder.layers(anchor.name), keys: session.keys)
  }

  private var spoolIsIntact: Bool {
    let cipher = session.keys.cipher(Spool.name)
    var count = 0
    let isIntact = every("SELECT id, box FROM spool") { row in
      count += 1
      return cipher.open(row.blob(1), row: Spool.rowID(Int(row.integer(0)))) != nil
    }
    return isIntact && count == Spool.rows
  }

  /// Whether all rows can be read and are sound.
  private func every(_ sql: String, _ isSound: (Statement) -> Bool) -> Bool {
    do throws(SQLiteError) {
      let statement = try session.connection.prepare(sql)
      defer { statement.reset() }
      while try statement.step() {
        guard isSound(statement) else { return false }
      }
      return true
    } catch {
      return false
    }
  }
}
