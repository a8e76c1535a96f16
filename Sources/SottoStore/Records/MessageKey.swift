import SottoCore
import SottoWire

/// A message by its author's device and the id that this gave it. 48 bytes.
public struct MessageKey: Hashable, Sendable, WireCodable, TableKey {
  public let author: DeviceID
  public let id: MessageID

  public init(author: DeviceID, id: MessageID) {
    self.author = author
    self.id = id
  }

  public init(from reader: inout WireReader) throws(WireError) {
    author = try reader.value()
    id = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(author)
    writer.value(id)
  }
}
