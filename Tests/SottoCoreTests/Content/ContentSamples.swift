import SottoCore
import SottoCrypto
import SottoWire
import TestSupport

/// Testing has a type of this name too.
typealias Attachment = SottoCore.Attachment

/// Content of every shape, the same for the same seed.
struct ContentSamples {
  let random: SeededRandom

  init(seed: UInt64 = 8) {
    random = SeededRandom(seed: seed)
  }

  func id<ID: Identifier>(_: ID.Type = ID.self) -> ID {
    ID(unchecked: random.bytes(ID.size))
  }

  func attachment(location: ObjectLocation? = nil, label: ClassificationLabel? = nil) throws -> Attachment {
    var extensions = Extensions()
    if label != nil { extensions[0x0102] = [1, 2, 3] }
    return try Attachment(
      key: .random(random), location: location, size: UInt64(random.int(0...1 << 30)), sha256: id(),
      name: "plan – Köln.pdf", mediaType: "application/pdf", label: label, extensions: extensions)
  }

  func location() throws -> ObjectLocation {
    ObjectLocation(
      relay: try RelayAddress(host: "relay.example", port: 7_443, pin: random.bytes(32)), object: id())
  }

  func text() throws -> ContentEnvelope {
    ContentEnvelope(messageID: id(), sentAt: sentAt, message: try MessageBody(text: "Treffen um 9? 👋🏽"))
  }

  func withAttachments() throws -> ContentEnvelope {
    let label = try ClassificationLabel(id: "c2", name: "Confidential", rank: 2)
    let attachments = [
      try attachment(), try attachment(location: location()), try attachment(location: location(), label: label),
    ]
    var extensions = Extensions()
    extensions[3] = []
    extensions[0x7000] = [7]
    return ContentEnvelope(
      messageID: id(), sentAt: sentAt, label: label, message: try MessageBody(text: "", attachments: attachments),
      extensions: extensions)
  }

  func receipt() throws -> ContentEnvelope {
    let entries = [ReceiptBody.State.stored, .read, .stored].map { ReceiptBody.Entry(state: $0, messageID: id()) }
    return ContentEnvelope(messageID: id(), sentAt: sentAt, receipt: try ReceiptBody(entries: entries))
  }

  func greeting() -> ContentEnvelope {
    ContentEnvelope(messageID: id(), sentAt: sentAt, receipt: ReceiptBody())
  }

  /// A reaction as a later Sotto might write it.
  func notYetUnderstood() throws -> ContentEnvelope {
    var bytes = greeting().encoded()
    bytes[1] = ContentKind.reaction.rawValue
    return try ContentEnvelope(encoded: bytes.dropLast(2) + random.bytes(21))
  }

  let sentAt = Timestamp(milliseconds: 1_790_000_000_123)
}
