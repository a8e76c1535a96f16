/// Sizes to which the shard arrays of all slots of one send are padded, so that a slot's length does not tell whether
/// anything real is in it.
public enum ShardPadding {
  /// The smallest of 2, 4, 8, 16, … that is not below `count`; 2 for none.
  public static func tier(for count: Int) -> Int {
    var tier = 2
    while tier < count && tier < Limits.shardTier { tier *= 2 }
    return tier
  }
}
