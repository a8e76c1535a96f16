import SottoWire

/// The body of a `control` envelope: what devices tell each other and nobody is shown.
///
/// `u8 1 · kind u8 · fields`. Kind 2 brings prekeys, `PrekeyBatch`; 6 is a probe that a device sends to itself,
/// `opaque[16]`. Numbers that are not known here are kept for later kinds.
public enum ControlMessage: WireCodable, Hashable, Sendable {
  case prekeys(PrekeyBatch)
  /// Random, so that it is known again when it comes back.
  case probe([UInt8])

  private static let version: UInt8 = 1
  public static let probeSize = 16

  private enum Kind: UInt8 {
    case prekeys = 2
    case probe = 6
  }

  public init(from reader: inout WireReader) throws(WireError) {
    let version = try reader.u8()
    guard version == Self.version else { throw .unsupportedVersion(version) }
    let raw = try reader.u8()
    switch Kind(rawValue: raw) {
    case .prekeys: self = .prekeys(try reader.value())
    case .probe: self = .probe(try reader.fixed(Self.probeSize))
    case nil: throw .unknownTag(raw)
    }
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(Self.version)
    switch self {
    case .prekeys(let batch):
      writer.u8(Kind.prekeys.rawValue)
      writer.value(batch)
    case .probe(let bytes):
      writer.u8(Kind.probe.rawValue)
      writer.fixed(bytes)
    }
  }
}
