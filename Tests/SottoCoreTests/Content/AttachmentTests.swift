import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

@Suite struct AttachmentTests {
  private let samples = ContentSamples()

  private func make(size: UInt64 = 1, name: String = "a", mediaType: String = "b") throws(ContentError) -> Attachment {
    try Attachment(
      key: .random(samples.random), location: nil, size: size, sha256: samples.id(), name: name,
      mediaType: mediaType)
  }

  @Test func `every field decodes to what was encoded`() throws {
    let label = try ClassificationLabel(id: "x", name: "y", rank: 7)
    for attachment in [
      try samples.attachment(), try samples.attachment(location: samples.location()),
      try samples.attachment(location: samples.location(), label: label),
    ] {
      #expect(try Attachment(encoded: attachment.encodedSecret()) == attachment)
      try assertCanonical(attachment, mutations: 300)
    }
  }

  @Test func `maxima hold on both sides`() throws {
    let long = String(repeating: "x", count: 256)
    #expect(throws: ContentError.tooLarge(limit: 255)) { try make(name: long) }
    #expect(throws: ContentError.tooLarge(limit: 255)) { try make(mediaType: long) }
    #expect(throws: ContentError.self) { try make(size: Limits.attachmentSize + 1) }
    var bytes = try make(size: Limits.attachmentSize, name: String(repeating: "x", count: 255)).encoded()
    #expect(try Attachment(encoded: bytes).size == Limits.attachmentSize)
    bytes[33 + 7] = 1
    #expect(throws: WireError.invalidValue) { try Attachment(encoded: bytes) }
  }

  @Test func `32 attachments of a message at most`() throws {
    let attachment = try samples.attachment(location: samples.location())
    let most = try MessageBody(text: "", attachments: [Attachment](repeating: attachment, count: 32))
    let envelope = ContentEnvelope(messageID: samples.id(), sentAt: samples.sentAt, message: most)
    #expect(try ContentEnvelope(padded: envelope.padded()) == envelope)
    #expect(throws: ContentError.tooLarge(limit: 32)) {
      try MessageBody(text: "", attachments: [Attachment](repeating: attachment, count: 33))
    }
  }

  @Test func `the rank of a label is 0 to 7`() throws {
    #expect(throws: ContentError.tooLarge(limit: 7)) { try ClassificationLabel(id: "", name: "", rank: 8) }
    #expect(throws: WireError.invalidValue) { try ClassificationLabel(encoded: [0, 0, 8]) }
    try assertCanonical(ClassificationLabel(id: "c2", name: "Confidential", rank: 2))
  }

  @Test func `the key does not show`() throws {
    let attachment = try samples.attachment()
    let text = String(reflecting: attachment) + "\(attachment)"
    let key = attachment.key.secret.withUnsafeBytes { hex($0) }
    #expect(!text.contains(key) && text.contains("redacted"))
  }
}
