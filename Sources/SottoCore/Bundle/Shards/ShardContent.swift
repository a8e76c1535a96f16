/// Shard custody for one recipient of one send, without padding.
public struct ShardContent: Equatable, Sendable {
  public let operations: [ShardOperation]
  /// Shards that the sender keeps for the recipient.
  public let custodyManifest: [ShardID]
  /// Shards that the sender expects the recipient to keep.
  public let expectedShards: [ShardID]
  /// Whether the two lists say something. They are made together or not at all; empty and attempted means *none*.
  public let metadataAttempted: Bool
  /// Orders the lists of one sender, so that an old bundle undoes nothing.
  public let counter: UInt64

  /// What a slot without any says: nothing.
  public static let notAttempted = ShardContent(
    operations: [], custodyManifest: [], expectedShards: [], metadataAttempted: false, counter: 0)

  public init(
    operations: [ShardOperation], custodyManifest: [ShardID], expectedShards: [ShardID], metadataAttempted: Bool,
    counter: UInt64
  ) {
    self.operations = operations
    self.custodyManifest = metadataAttempted ? custodyManifest : []
    self.expectedShards = metadataAttempted ? expectedShards : []
    self.metadataAttempted = metadataAttempted
    self.counter = counter
  }

  /// Whether each array fits into the largest tier.
  var fits: Bool {
    [operations.count, custodyManifest.count, expectedShards.count].allSatisfy { $0 <= Limits.shardTier }
  }
}
