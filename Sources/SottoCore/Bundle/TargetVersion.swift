/// What may be sent to a peer.
public enum TargetVersion: Hashable, Sendable {
  case direct
  case groupCapable
  case groupShardCapable

  public var supportsGroups: Bool { self != .direct }
}
