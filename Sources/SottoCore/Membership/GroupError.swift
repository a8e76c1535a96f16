/// Why a group was not made or changed. Nothing of it has changed then.
public enum GroupError: Error, Equatable, Sendable {
  /// Every slot of the depth is taken.
  case groupFull(max: Int)
  /// The contact has not proven that it understands group bundles.
  case notGroupCapable(name: String)
  /// The acting depth has no key for that depth.
  case depthNotReadable(Depth)
  /// Empty, or more than `Limits.groupName` bytes of UTF-8.
  case invalidName
  /// More arrays or slots than a group has, or slots of another size.
  case malformedArrays
  /// The cryptographic library failed.
  case sealingFailed
}
