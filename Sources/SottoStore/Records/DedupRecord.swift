import SottoCore
import SottoWire

/// A message was handled; it is not handled again.
public struct DedupRecord: WireCodable, Sendable, Equatable {
  public let key: MessageKey
  /// nil: for ever, since it came in a file
  public var handled: HandledMessage?

  public init(key: MessageKey, handled: HandledMessage?) {
    self.key = key
    self.handled = handled
  }

  public init(from reader: inout WireReader) throws(WireError) {
    key = try reader.value()
    handled = try reader.optional()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(key)
    writer.optional(handled)
  }
}
