import SottoCore
import SottoCrypto
import SottoWire

/// A conversation: the key that its messages are sealed under, and how far it was read.
public struct ConversationRecord: WireCodable, Sendable, Equatable {
  public let id: ConversationID
  /// Random. Its loss is the loss of all messages here.
  let key: SymmetricKey
  /// Messages that came later are new.
  public internal(set) var readThrough: RowNumber

  init(id: ConversationID, random: any RandomSource) {
    self.id = id
    key = SymmetricKey.random(random)
    readThrough = .start
  }

  public init(from reader: inout WireReader) throws(WireError) {
    id = try reader.value()
    guard let key = try? SymmetricKey(try reader.secret(32)) else { throw .invalidValue }
    self.key = key
    readThrough = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(id)
    writer.secret(key.secret)
    writer.value(readThrough)
  }
}
