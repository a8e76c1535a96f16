import SottoCore
import SottoWire

/// A message was handled; it is not handled again.
public struct DedupRecord: WireCodable, Sendable, Equatable {
  /// nil: for ever
  public var keptUntil: Timestamp?

  public init(keptUntil: Timestamp?) {
    self.keptUntil = keptUntil
  }

  public init(from reader: inout WireReader) throws(WireError) {
    keptUntil = try reader.optional()
  }

  public func encode(to writer: inout WireWriter) {
    writer.optional(keptUntil)
  }
}
