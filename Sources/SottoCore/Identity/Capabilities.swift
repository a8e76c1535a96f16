import SottoWire

/// What a device says of itself that it can do, 4 bytes. A claim to show or to ask by: what decides about a format is
/// what was opened from the device, never this. Bits without a meaning here are kept.
public struct Capabilities: OptionSet, WireCodable, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Opens group bundles.
  public static let groupBundles = Capabilities(rawValue: 1 << 0)

  /// What this implementation claims.
  public static let current: Capabilities = [.groupBundles]

  public init(from reader: inout WireReader) throws(WireError) {
    rawValue = try reader.u32()
  }

  public func encode(to writer: inout WireWriter) {
    writer.u32(rawValue)
  }
}
