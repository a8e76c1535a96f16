import SottoWire

/// What a person or a device says, the same bytes in every recipient's copy.
///
/// `version u8 = 3 · kind u8 · messageID[16] · sentAt u64 · optional<label> · body · extensions`. The sender is the
/// device that the bundle authenticates; nothing in here names one. Adjuncts (reply, preview, location…) are
/// extensions; those this version does not know are kept.
public struct ContentEnvelope: Equatable, Sendable {
  public static let version: UInt8 = 3

  public let messageID: MessageID
  public let sentAt: Timestamp
  public let label: ClassificationLabel?
  public let body: ContentBody
  /// Empty where the body is not understood: they are in its bytes then.
  public let extensions: Extensions

  public var kind: ContentKind { body.kind }

  public init(
    messageID: MessageID, sentAt: Timestamp, label: ClassificationLabel? = nil, message: MessageBody,
    extensions: Extensions = Extensions()
  ) {
    self.init(messageID: messageID, sentAt: sentAt, label: label, body: .message(message), extensions: extensions)
  }

  public init(messageID: MessageID, sentAt: Timestamp, receipt: ReceiptBody) {
    self.init(messageID: messageID, sentAt: sentAt, label: nil, body: .receipt(receipt), extensions: Extensions())
  }

  private init(
    messageID: MessageID, sentAt: Timestamp, label: ClassificationLabel?, body: ContentBody, extensions: Extensions
  ) {
    self.messageID = messageID
    self.sentAt = sentAt
    self.label = label
    self.body = body
    self.extensions = extensions
  }

  /// The sealed envelope that carries content names the same message id and time; content in another is malformed.
  public func belongs(toMessage id: MessageID, sentAt time: Timestamp) -> Bool {
    messageID == id && sentAt == time
  }
}

extension ContentEnvelope: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    let version = try reader.u8()
    guard version == Self.version else { throw .unsupportedVersion(version) }
    let rawKind = try reader.u8()
    guard let kind = ContentKind(rawValue: rawKind) else { throw .unknownTag(rawKind) }
    messageID = try reader.value()
    sentAt = try reader.value()
    label = try reader.optional()
    switch kind {
    case .message:
      body = .message(try reader.value())
      extensions = try Extensions(from: &reader)
    case .receipt:
      body = .receipt(try reader.value())
      extensions = try Extensions(from: &reader)
    case .reaction, .broadcast, .edit, .deletion, .settings, .callKey, .locationRequest:
      body = .notYetUnderstood(ContentBody.RawBody(kind: kind, bytes: try reader.rest()))
      extensions = Extensions()
    }
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(Self.version)
    writer.u8(kind.rawValue)
    writer.value(messageID)
    writer.value(sentAt)
    writer.optional(label)
    switch body {
    case .message(let message):
      writer.value(message)
      writer.value(extensions)
    case .receipt(let receipt):
      writer.value(receipt)
      writer.value(extensions)
    case .notYetUnderstood(let raw):
      writer.fixed(raw.bytes)
    }
  }
}

extension ContentEnvelope {
  /// `u32 length · envelope · zeros`, a multiple of 160 bytes, 49,120 at most, so that a ciphertext shows a size band
  /// only.
  public func padded() throws(ContentError) -> [UInt8] {
    let envelope = encoded()
    guard let size = Self.paddedSize(of: envelope.count) else { throw .tooLarge(limit: Limits.paddedContent) }
    var writer = WireWriter(capacity: size)
    writer.u32(UInt32(envelope.count))
    writer.fixed(envelope)
    writer.zeros(size - writer.count)
    return writer.finish()
  }

  /// Reads padded content. A later version is told by its version byte alone, whatever its size and layout.
  public init(padded bytes: [UInt8]) throws(ContentError) {
    if bytes.count > 4, bytes[..<4].contains(where: { $0 != 0 }), bytes[4] > Self.version {
      throw .newerVersion(bytes[4])
    }
    guard bytes.count <= Limits.paddedContent else { throw .tooLarge(limit: Limits.paddedContent) }
    let envelope: [UInt8]
    do {
      envelope = try WireReader.decode(bytes) { (reader: inout WireReader) throws(WireError) in
        let length = Int(try reader.u32())
        guard Self.paddedSize(of: length) == bytes.count else { throw .invalidValue }
        let envelope = try reader.fixed(length)
        try reader.zeros(reader.remaining)
        return envelope
      }
    } catch {
      throw .malformedPadding
    }
    do {
      self = try ContentEnvelope(encoded: envelope)
    } catch {
      throw ContentError(error)
    }
  }

  /// nil above the maximum
  private static func paddedSize(of length: Int) -> Int? {
    guard length <= Limits.paddedContent - 4 else { return nil }
    let bands = (4 + length + Limits.contentBand - 1) / Limits.contentBand
    return bands * Limits.contentBand
  }
}
