import SottoWire

/// What a person wrote: `string text · vector<Attachment, 32>`. The text is kept as sent, never normalised.
public struct MessageBody: Equatable, Sendable {
  public let text: String
  /// Chunk streams of attachments without a location follow their bundle in this order.
  public let attachments: [Attachment]

  /// Throws `tooLarge` above 49,120 bytes of text or 32 attachments. Whether all of it fits one padded envelope is
  /// known only when that is made.
  public init(text: String, attachments: [Attachment] = []) throws(ContentError) {
    guard text.utf8.count <= Limits.messageText else { throw .tooLarge(limit: Limits.messageText) }
    guard attachments.count <= Limits.attachments else { throw .tooLarge(limit: Limits.attachments) }
    self.text = text
    self.attachments = attachments
  }
}

extension MessageBody: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    text = try reader.string(max: Limits.messageText)
    attachments = try reader.vector(max: Limits.attachments)
  }

  public func encode(to writer: inout WireWriter) {
    writer.string(text)
    writer.vector(attachments)
  }
}
