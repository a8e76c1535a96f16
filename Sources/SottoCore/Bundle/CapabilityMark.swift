/// The version a peer has proven by a bundle that was opened. Nothing that it merely claims makes or raises a mark.
public enum CapabilityMark {
  static let firstWithGroups = AppVersion(1, 9, 0)
  static let firstWithShards = AppVersion(1, 9, 1)

  /// `mark` is the peer's `maxBundleVersion`: nil until a bundle of it was opened.
  public static func resolveTargetVersion(for mark: AppVersion?) -> TargetVersion {
    guard let mark, mark >= firstWithGroups else { return .direct }
    return mark >= firstWithShards ? .groupShardCapable : .groupCapable
  }

  /// The mark after a bundle with `version` inside was opened and accepted. It never falls.
  public static func raised(_ mark: AppVersion?, by version: AppVersion) -> AppVersion {
    max(mark ?? version, version)
  }

  /// Before a contact becomes a member of a group; `name` is for the error.
  public static func checkGroupCapable(_ mark: AppVersion?, name: String) throws(GroupError) {
    guard resolveTargetVersion(for: mark).supportsGroups else { throw .notGroupCapable(name: name) }
  }
}
