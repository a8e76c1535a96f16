import SottoCore
import SottoWire
import TestSupport
import Testing

@Suite struct ContentEnvelopeTests {
  private let samples = ContentSamples()

  @Test func `each kind decodes to what was encoded`() throws {
    for envelope in [
      try samples.text(), try samples.withAttachments(), try samples.receipt(), samples.greeting(),
      try samples.notYetUnderstood(),
    ] {
      #expect(try ContentEnvelope(encoded: envelope.encoded()) == envelope)
      #expect(try ContentEnvelope(padded: envelope.padded()) == envelope)
    }
  }

  @Test func `hostile encodings are refused or canonical`() throws {
    for envelope in [try samples.text(), try samples.withAttachments(), try samples.receipt(), samples.greeting()] {
      try assertCanonical(envelope, mutations: 500)
      try assertCanonical(try envelope.padded(), mutations: 500) { try ContentEnvelope(padded: $0).padded() }
    }
    try assertCanonical(try samples.notYetUnderstood())
  }

  @Test func `the padded size is a multiple of 160 with its prefix counted`() throws {
    let empty = try ContentEnvelope(messageID: samples.id(), sentAt: samples.sentAt, message: MessageBody(text: ""))
    let overhead = empty.encoded().count
    #expect(try empty.padded().count == 160)
    for length in [0, 50, 63, 64, 117, 118, 119, 300, 1_000] {
      let envelope = try ContentEnvelope(
        messageID: samples.id(), sentAt: samples.sentAt,
        message: MessageBody(text: String(repeating: "x", count: length)))
      let padded = try envelope.padded()
      let size = envelope.encoded().count
      #expect(padded.count % 160 == 0)
      #expect(padded.count >= size + 4 && padded.count < size + 4 + 160)
      #expect(size >= overhead)
    }
  }

  @Test func `text up to the limit fits, one byte more does not`() throws {
    // 4 prefix, 27 header, 4 length of the text, 1 attachments, 1 extensions.
    let largest = Limits.paddedContent - 4 - 27 - 4 - 2
    func envelope(_ count: Int) throws -> ContentEnvelope {
      ContentEnvelope(
        messageID: samples.id(), sentAt: samples.sentAt,
        message: try MessageBody(text: String(repeating: "x", count: count)))
    }
    let padded = try envelope(largest).padded()
    #expect(padded.count == Limits.paddedContent)
    #expect(try ContentEnvelope(padded: padded).encoded().count == largest + 33)
    #expect(throws: ContentError.tooLarge(limit: Limits.paddedContent)) { try envelope(largest + 1).padded() }
    #expect(throws: ContentError.tooLarge(limit: Limits.messageText)) { try envelope(Limits.messageText + 1) }
  }

  @Test func `padding is checked to the last byte`() throws {
    let padded = try samples.text().padded()
    var filled = padded
    filled[filled.count - 1] = 1
    var longer = padded + [UInt8](repeating: 0, count: 160)
    #expect(throws: ContentError.malformedPadding) { try ContentEnvelope(padded: filled) }
    #expect(throws: ContentError.malformedPadding) { try ContentEnvelope(padded: longer) }
    #expect(throws: ContentError.malformedPadding) { try ContentEnvelope(padded: padded.dropLast()) }
    #expect(throws: ContentError.malformedPadding) { try ContentEnvelope(padded: []) }
    longer = [UInt8](repeating: 0, count: Limits.paddedContent + 160)
    #expect(throws: ContentError.tooLarge(limit: Limits.paddedContent)) { try ContentEnvelope(padded: longer) }
    longer = [0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 156)
    #expect(throws: ContentError.malformedPadding) { try ContentEnvelope(padded: longer) }
  }

  @Test func `a later version is told apart, an earlier one is malformed`() throws {
    var padded = try samples.text().padded()
    padded[4] = 4
    #expect(throws: ContentError.newerVersion(4)) { try ContentEnvelope(padded: padded) }
    // A later version may have other padding and another maximum.
    let later = padded.dropLast(7) + [UInt8](repeating: 9, count: 60_000)
    #expect(throws: ContentError.newerVersion(4)) { try ContentEnvelope(padded: [UInt8](later)) }
    padded[4] = 2
    #expect(throws: ContentError.malformed(.unsupportedVersion(2))) { try ContentEnvelope(padded: padded) }
    #expect(ContentError.newerVersion(4).requiresUpdate)
    #expect(!ContentError.malformedPadding.requiresUpdate)
  }

  @Test func `a kind known by number only keeps its bytes and its header`() throws {
    let envelope = try samples.notYetUnderstood()
    #expect(envelope.kind == .reaction)
    #expect(envelope.sentAt == samples.sentAt)
    guard case .notYetUnderstood(let raw) = envelope.body else {
      Issue.record("a reaction was read as something else")
      return
    }
    #expect(raw.kind == .reaction && raw.bytes.count == 21)
    #expect(envelope.extensions.isEmpty)
  }

  @Test func `a kind of no known number is malformed`() throws {
    for kind in [0, 10, 0xFF] as [UInt8] {
      var padded = try samples.text().padded()
      padded[5] = kind
      #expect(throws: ContentError.malformed(.unknownTag(kind))) { try ContentEnvelope(padded: padded) }
    }
  }

  @Test func `adjuncts nobody here knows are kept`() throws {
    let envelope = try samples.withAttachments()
    let again = try ContentEnvelope(padded: envelope.padded())
    #expect(again.extensions[3] == [])
    #expect(again.extensions[0x7000] == [7])
  }

  @Test func `an extension that must be understood asks for an update`() throws {
    var extensions = Extensions()
    extensions[0x8001] = []
    let envelope = ContentEnvelope(
      messageID: samples.id(), sentAt: samples.sentAt, message: try MessageBody(text: "x"), extensions: extensions)
    let padded = try envelope.padded()
    #expect(throws: ContentError.criticalExtension(0x8001)) { try ContentEnvelope(padded: padded) }
    #expect(ContentError.criticalExtension(0x8001).requiresUpdate)
  }

  @Test func `kinds have the numbers of the protocol`() {
    #expect(ContentKind.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    #expect(ContentKind.receipt.rawValue == 6)
  }

  @Test func `content belongs to the envelope with its id and time`() throws {
    let content = try samples.text()
    #expect(content.belongs(toMessage: content.messageID, sentAt: content.sentAt))
    #expect(!content.belongs(toMessage: samples.id(), sentAt: content.sentAt))
    #expect(!content.belongs(toMessage: content.messageID, sentAt: Timestamp(milliseconds: 1)))
  }
}
