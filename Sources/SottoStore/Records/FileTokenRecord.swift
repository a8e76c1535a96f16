import SottoCore
import SottoWire

/// A bundle that came in a file and was opened: the message that was in it.
public struct FileTokenRecord: WireCodable, Sendable, Equatable {
  public let message: MessageKey

  public init(message: MessageKey) {
    self.message = message
  }

  public init(from reader: inout WireReader) throws(WireError) {
    message = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(message)
  }
}

/// SHA-256 of a bundle as its file has it, under its own label.
public struct FileToken: Identifier, TableKey {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
