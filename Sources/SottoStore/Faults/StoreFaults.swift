/// Asked before each step that touches the disk. Tests make the n-th of them fail, to see that whatever happens there
/// leaves either the old state or the new one.
package protocol StoreFaults: Sendable {
  /// Throws what the step is to fail with.
  func check(_ step: StoreStep) throws(StoreError)
}

package enum StoreStep: Hashable, Sendable {
  /// Bytes into a file of the folder
  case write
  /// fsync of a file or a folder
  case sync
  case rename
  case remove
  /// A row of the database
  case row
  /// The end of a transaction
  case commit
  /// The first step after a commit: what was committed stands, whatever comes.
  case committed
}

/// What the product runs with.
struct NoFaults: StoreFaults {
  func check(_ step: StoreStep) {}
}
