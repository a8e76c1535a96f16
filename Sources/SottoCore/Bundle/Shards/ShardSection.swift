import SottoCrypto
import SottoWire

/// Shard custody as it lies in a slot: three arrays padded with random filler, and how much of them is real.
///
/// `vector<ShardOperation> · vector<uuid> custodyManifest · u16 count · vector<uuid> expectedShards · u16 count ·
/// bool attempted · u64 counter`. Every slot of a send has one, of one length.
public struct ShardSection: WireCodable, Equatable, Sendable {
  public let shardOperations: [ShardOperation]
  public let custodyManifest: [ShardID]
  public let custodyManifestCount: UInt16
  public let expectedShards: [ShardID]
  public let expectedShardsCount: UInt16
  public let shardMetadataAttempted: Bool
  public let counter: UInt64

  /// Pads `content`, which fits into `tiers`.
  init(padding content: ShardContent, to tiers: ShardTiers, random: any RandomSource) {
    func padded(_ ids: [ShardID], to tier: Int) -> [ShardID] {
      ids + (ids.count..<tier).map { _ in ShardID(unchecked: random.bytes(ShardID.size)) }
    }
    shardOperations =
      content.operations
      + (content.operations.count..<tiers.operations).map { _ in ShardOperation.filler(random: random) }
    custodyManifest = padded(content.custodyManifest, to: tiers.custodyManifest)
    custodyManifestCount = UInt16(content.custodyManifest.count)
    expectedShards = padded(content.expectedShards, to: tiers.expectedShards)
    expectedShardsCount = UInt16(content.expectedShards.count)
    shardMetadataAttempted = content.metadataAttempted
    counter = content.counter
  }

  /// The real part: filler and operations of unknown kinds are gone, the lists cut to their counts, or empty where they
  /// were not attempted.
  public var content: ShardContent {
    ShardContent(
      operations: shardOperations.filter(\.kind.isSupported),
      custodyManifest: Array(custodyManifest.prefix(Int(custodyManifestCount))),
      expectedShards: Array(expectedShards.prefix(Int(expectedShardsCount))),
      metadataAttempted: shardMetadataAttempted, counter: counter)
  }

  public init(from reader: inout WireReader) throws(WireError) {
    shardOperations = try reader.vector(max: Limits.shardTier)
    custodyManifest = try reader.vector(max: Limits.shardTier)
    custodyManifestCount = try reader.u16()
    expectedShards = try reader.vector(max: Limits.shardTier)
    expectedShardsCount = try reader.u16()
    shardMetadataAttempted = try reader.bool()
    counter = try reader.u64()
    guard custodyManifestCount <= custodyManifest.count, expectedShardsCount <= expectedShards.count else {
      throw .invalidValue
    }
  }

  public func encode(to writer: inout WireWriter) {
    writer.vector(shardOperations)
    writer.vector(custodyManifest)
    writer.u16(custodyManifestCount)
    writer.vector(expectedShards)
    writer.u16(expectedShardsCount)
    writer.bool(shardMetadataAttempted)
    writer.u64(counter)
  }
}
