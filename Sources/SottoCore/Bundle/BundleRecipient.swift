/// One device that a bundle is sealed to, and what goes to it alone.
public struct BundleRecipient: Sendable {
  public let device: ListedDevice
  /// Taken from the peer's stock; nil seals by the long-term path.
  public let prekey: PublicPrekey?
  /// Prekeys of this device for the recipient.
  public let prekeyBatch: PrekeyBatch?
  /// The version that the recipient has proven.
  public let mark: AppVersion?
  /// Shard custody for this recipient. Left out, without an error, where the send is not one that may carry any.
  public let shards: ShardContent?

  public init(
    device: ListedDevice, prekey: PublicPrekey?, prekeyBatch: PrekeyBatch? = nil, mark: AppVersion? = nil,
    shards: ShardContent? = nil
  ) {
    self.device = device
    self.prekey = prekey
    self.prekeyBatch = prekeyBatch
    self.mark = mark
    self.shards = shards
  }

  public var keys: PeerKeys { device.keys }

  /// The path that what exists allows.
  public var path: KeyPathMode {
    KeyPathMode(usesPrekey: prekey != nil, isHybrid: keys.quantum != nil)
  }

  /// Shards travel only by a hybrid path with a prekey, and only to who has proven to understand them.
  var eligibleShards: ShardContent {
    guard path == .forwardSecret, CapabilityMark.resolveTargetVersion(for: mark) == .groupShardCapable else {
      return .notAttempted
    }
    return shards ?? .notAttempted
  }
}
