import SottoCore
import SottoCrypto

/// One column of boxes. The registry names all there are: whoever changes the floor key walks it, and a column that is
/// not in it fails a test.
package struct SealedField: Hashable {
  package let table: String
  package let column: String
  /// Sealed inside under a depth's key, or another that not every depth has, and outside under the floor key
  package let isSealedTwice: Bool
  package let size: Size

  package enum Size: Hashable {
    /// One of `BoxSize.stepSizes`, or a multiple of the largest
    case steps
    /// Bytes of every box in the column
    case exact(Int)
  }

  package static let registry: [SealedField] =
    [
      SealedField("anchors", size: .exact(BoxSize.stepSizes[0])),
      SealedField(Spool.name, isSealedTwice: true, size: .exact(Spool.rowSize)),
      SealedField(VaultFiller.name, isSealedTwice: true, size: .exact(VaultFiller.rowSize)),
      SealedField(GroupRow.name, isSealedTwice: true, size: .exact(GroupRow.boxSize)),
      SealedField(GroupRow.name, "arrays", isSealedTwice: true, size: .exact(GroupRow.arraysSize)),
    ]
    + [
      "settings", "peers", "contacts", "conversations", "messages", "places", "prekeys", "outbox", "outbox_bodies",
      "dedup", "issues", "pending_joins", "pairing_windows", "attachments", "file_tokens",
    ].map { SealedField($0, size: .steps) }

  private init(_ table: String, _ column: String = "box", isSealedTwice: Bool = false, size: Size) {
    self.table = table
    self.column = column
    self.isSealedTwice = isSealedTwice
    self.size = size
  }
}
