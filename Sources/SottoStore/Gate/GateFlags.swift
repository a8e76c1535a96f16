import SottoCore
import SottoWire

/// Per depth, whether its PIN is asked and what is known of its layer; sealed under the floor key. 64 bytes.
package struct GateFlags: WireCodable, Equatable {
  package static let size = 2 * Depth.count

  /// 0 or 1, by depth
  package var pinEnabledPerDepth: [UInt8]
  /// By depth; 0 where no layer was made
  package var layers: [UInt8]

  package static let none = GateFlags(
    pinEnabledPerDepth: [UInt8](repeating: 0, count: Depth.count), layers: [UInt8](repeating: 0, count: Depth.count))
}

extension GateFlags {
  package init(from reader: inout WireReader) throws(WireError) {
    pinEnabledPerDepth = try reader.fixed(Depth.count)
    if let other = pinEnabledPerDepth.first(where: { $0 > 1 }) { throw .unknownTag(other) }
    layers = try reader.fixed(Depth.count)
  }

  package func encode(to writer: inout WireWriter) {
    writer.fixed(pinEnabledPerDepth)
    writer.fixed(layers)
  }
}
