import SottoCore
import SottoWire

/// In which conversation a message stands.
package struct PlaceRecord: WireCodable, Equatable {
  package let conversation: ConversationID

  package init(conversation: ConversationID) {
    self.conversation = conversation
  }

  package init(from reader: inout WireReader) throws(WireError) {
    conversation = try reader.value()
  }

  package func encode(to writer: inout WireWriter) {
    writer.value(conversation)
  }
}
