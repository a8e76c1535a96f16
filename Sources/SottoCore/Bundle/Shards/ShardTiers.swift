/// One tier for each of the three arrays.
struct ShardTiers: Equatable, Sendable {
  let operations: Int
  let custodyManifest: Int
  let expectedShards: Int

  /// The tiers that all of `contents` fit into, and whoever has none.
  init(for contents: [ShardContent]) {
    operations = ShardPadding.tier(for: contents.map(\.operations.count).max() ?? 0)
    custodyManifest = ShardPadding.tier(for: contents.map(\.custodyManifest.count).max() ?? 0)
    expectedShards = ShardPadding.tier(for: contents.map(\.expectedShards.count).max() ?? 0)
  }
}
