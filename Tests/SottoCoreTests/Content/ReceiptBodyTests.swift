import SottoCore
import SottoWire
import TestSupport
import Testing

@Suite struct ReceiptBodyTests {
  private let samples = ContentSamples()

  private func entries(_ count: Int, _ state: ReceiptBody.State = .stored) -> [ReceiptBody.Entry] {
    (0..<count).map { _ in ReceiptBody.Entry(state: state, messageID: samples.id()) }
  }

  @Test func `entries are sorted and the furthest state counts`() throws {
    let id = samples.id(MessageID.self)
    let body = try ReceiptBody(
      entries: entries(5) + [.init(state: .read, messageID: id), .init(state: .stored, messageID: id)])
    #expect(body.entries.count == 6)
    #expect(body.entries.map(\.messageID) == body.entries.map(\.messageID).sorted())
    #expect(body.entries.first { $0.messageID == id }?.state == .read)
    try assertCanonical(body)
  }

  @Test func `duplicates and wrong order are refused`() throws {
    let low = [1] + [UInt8](repeating: 0, count: 16)
    let high = [1] + [UInt8](repeating: 1, count: 16)
    #expect(try ReceiptBody(encoded: [34] + low + high).entries.count == 2)
    #expect(throws: WireError.wrongOrder) { try ReceiptBody(encoded: [34] + high + low) }
    #expect(throws: WireError.duplicate) { try ReceiptBody(encoded: [34] + low + low) }
    #expect(throws: WireError.unknownTag(3)) { try ReceiptBody(encoded: [17, 3] + low[1...]) }
  }

  @Test func `256 entries at most, more make more bodies`() throws {
    let many = entries(600)
    #expect(throws: ContentError.tooLarge(limit: 256)) { try ReceiptBody(entries: many) }
    let bodies = ReceiptBody.batches(of: many)
    #expect(bodies.map(\.entries.count) == [256, 256, 88])
    #expect(Set(bodies.flatMap(\.entries)) == Set(many))
    #expect(ReceiptBody.batches(of: []).isEmpty)
    for body in bodies { #expect(try ReceiptBody(encoded: body.encoded()) == body) }
    // 257 entries, the length in two bytes.
    var writer = WireWriter()
    writer.vector(ReceiptBody.batches(of: entries(256))[0].entries + [.init(state: .stored, messageID: samples.id())])
    let bytes = writer.finish()
    #expect(throws: WireError.tooLong(max: 256)) { try ReceiptBody(encoded: bytes) }
  }

  @Test func `a full receipt fits one envelope`() throws {
    let envelope = ContentEnvelope(
      messageID: samples.id(), sentAt: samples.sentAt, receipt: try ReceiptBody(entries: entries(256)))
    #expect(try envelope.padded().count == 4_480)
  }
}
