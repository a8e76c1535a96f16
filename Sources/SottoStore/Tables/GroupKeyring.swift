import SottoCore
import SottoCrypto

/// The slot keys of the open depth and all deeper ones.
public struct GroupKeyring: DepthKeyring {
  let depthKeys: DepthKeys
  let cipher: TableCipher

  public func slotKey(at depth: Depth) -> SymmetricKey? {
    depthKeys.derived(.groupSlot, at: depth)
  }

  /// The token of the group's row.
  public func slotAssociatedData(for group: GroupID) -> [UInt8] {
    cipher.token(.row, group.bytes).bytes
  }
}
