import SottoWire

/// What is inside a sealed envelope. A value that `Envelope.open` returned carries the signature of `author`.
public struct EnvelopeContents: Hashable, Sendable {
  public let author: SigningKey
  /// For a bundle the id of its content, the same in every copy.
  public let messageID: MessageID
  public let sentAt: Timestamp
  public let kind: EnvelopeKind
  /// At most `Envelope.maximumBodySize` bytes.
  public let body: [UInt8]

  public init(author: SigningKey, messageID: MessageID, sentAt: Timestamp, kind: EnvelopeKind, body: [UInt8]) {
    self.author = author
    self.messageID = messageID
    self.sentAt = sentAt
    self.kind = kind
    self.body = body
  }

  /// author 32, message id 16, time 8, kind 1
  static let fixedSize = 57

  /// The fields before the fill.
  init(fields reader: inout WireReader) throws(WireError) {
    author = try reader.value()
    messageID = try reader.value()
    sentAt = try reader.value()
    kind = EnvelopeKind(byte: try reader.u8())
    body = try reader.bytes(max: Envelope.maximumBodySize)
  }

  func encodeFields(to writer: inout WireWriter) {
    writer.value(author)
    writer.value(messageID)
    writer.value(sentAt)
    writer.u8(kind.byte)
    writer.bytes(body)
  }
}
