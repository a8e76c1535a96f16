import SottoCore
import SottoWire

/// Per depth, whether its PIN is asked and what is known of its layer; sealed under the floor key. 64 bytes.
struct GateFlags: WireCodable, Equatable {
  static let size = 2 * Depth.count

  /// 0 or 1, by depth
  var pinEnabledPerDepth: [UInt8]
  /// By depth; 0 where no layer was made
  var layers: [UInt8]

  static let none = GateFlags(
    pinEnabledPerDepth: [UInt8](repeating: 0, count: Depth.count), layers: [UInt8](repeating: 0, count: Depth.count))
}

extension GateFlags {
  init(from reader: inout WireReader) throws(WireError) {
    pinEnabledPerDepth = try reader.fixed(Depth.count)
    layers = try reader.fixed(Depth.count)
  }

  func encode(to writer: inout WireWriter) {
    writer.fixed(pinEnabledPerDepth)
    writer.fixed(layers)
  }
}
