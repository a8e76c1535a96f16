import SottoWire

/// Names one shard between its owner and the device that keeps it. Random.
public struct ShardID: Identifier {
  public static let size = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
