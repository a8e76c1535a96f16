import SottoCore
import SottoWire

/// The bytes of an outbox entry, apart from it so that a change of its state does not write them again.
public struct OutboxBody: WireCodable, Sendable, Equatable {
  /// The sealed envelope, the same on every retry; nil for an entry that is not sealed yet
  public var envelope: [UInt8]?
  /// What a later push is sealed from, for entries that never expire
  public var content: [UInt8]?

  public init(envelope: [UInt8]?, content: [UInt8]? = nil) {
    self.envelope = envelope
    self.content = content
  }

  public init(from reader: inout WireReader) throws(WireError) {
    envelope = try reader.optional { (reader: inout WireReader) throws(WireError) in
      try reader.bytes(max: Limits.bundle)
    }
    content = try reader.optional { (reader: inout WireReader) throws(WireError) in
      try reader.bytes(max: Limits.bundle)
    }
  }

  public func encode(to writer: inout WireWriter) {
    writer.optional(envelope) { bytes, writer in writer.bytes(bytes) }
    writer.optional(content) { bytes, writer in writer.bytes(bytes) }
  }
}
