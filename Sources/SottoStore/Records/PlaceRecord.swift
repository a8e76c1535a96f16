import SottoCore
import SottoWire

/// In which conversation a message stands.
struct PlaceRecord: WireCodable, Equatable {
  let conversation: ConversationID

  init(conversation: ConversationID) {
    self.conversation = conversation
  }

  init(from reader: inout WireReader) throws(WireError) {
    conversation = try reader.value()
  }

  func encode(to writer: inout WireWriter) {
    writer.value(conversation)
  }
}
