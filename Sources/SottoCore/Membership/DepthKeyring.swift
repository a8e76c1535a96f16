import SottoCrypto

/// The keys of a group's member slots, as far as the acting depth has them.
public protocol DepthKeyring {
  /// nil for a depth that is shallower than the acting one.
  func slotKey(at depth: Depth) -> SymmetricKey?
  /// What the slots of a group are bound to: its row. The same at every depth, since slots are shuffled, not moved.
  func slotAssociatedData(for group: GroupID) -> [UInt8]
}
