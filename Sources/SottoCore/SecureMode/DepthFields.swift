import SottoWire

/// At which depths a contact or a group can be seen. Always present, 9 bytes whatever the values, so that neither its
/// presence nor its size says anything.
public struct DepthFields: WireCodable, Hashable, Sendable {
  public static let size = 9

  /// A ceiling: `Int.max` safe at every depth, 0 sensitive, N visible at depths 0 through N.
  public var visibleThroughDepth: Int
  /// A floor: above 0, made at that depth, and never visible at a shallower one.
  public let originDepth: Depth

  /// What a contact made at the real depth starts with.
  public static let safe = DepthFields(visibleThroughDepth: .max, originDepth: .real)

  public init(visibleThroughDepth: Int, originDepth: Depth) {
    precondition(visibleThroughDepth >= 0)
    self.visibleThroughDepth = visibleThroughDepth
    self.originDepth = originDepth
  }

  public init(from reader: inout WireReader) throws(WireError) {
    guard let ceiling = Int(exactly: try reader.u64()), let origin = Depth(try reader.u8()) else {
      throw .invalidValue
    }
    visibleThroughDepth = ceiling
    originDepth = origin
  }

  public func encode(to writer: inout WireWriter) {
    writer.u64(UInt64(visibleThroughDepth))
    writer.u8(originDepth.rawValue)
  }
}
