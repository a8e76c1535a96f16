import SottoCore
import SottoCrypto
import SottoStore
import SottoWire
import TestSupport
import Testing

/// What the decoders of records refuse beyond what every encoding refuses. That they are canonical, the vectors show.
@Suite struct RecordTests {
  private let random = SeededRandom(seed: 19)

  private func id<ID: Identifier>(_: ID.Type = ID.self) -> ID { Samples.id(random) }

  @Test func tagsWithoutAMeaning() throws {
    for tag: UInt8 in [3, 0xFF] {
      #expect(throws: WireError.unknownTag(tag)) { try ContactRecord.Trust(encoded: [tag]) }
    }
    for tag: UInt8 in [0, 5] {
      #expect(throws: WireError.unknownTag(tag)) { try ConversationID(encoded: [tag]) }
      #expect(throws: WireError.unknownTag(tag)) {
        try MessageRecord.Copy(encoded: id(DeviceID.self).bytes + [tag, 1])
      }
    }
    let peer = try Samples.peer()
    #expect(throws: WireError.unknownTag(3)) { try changed(peer, [2], to: [3], after: peer.quantum.encoded()) }
    let attachment = AttachmentRecord(
      object: .random(random), message: MessageKey(author: id(), id: id()), index: 9, state: .complete, size: 1,
      objectID: nil, deletionKey: nil)
    #expect(throws: WireError.unknownTag(6)) { try changed(attachment, [9, 4], to: [9, 6]) }
    let message = Samples.message(in: .sealedFiles, random)
    #expect(throws: WireError.unknownTag(2)) { try changed(message, [4, 0], to: [4, 2], after: message.key.encoded()) }
  }

  /// Decodes `record` with the first `old` behind `prefix` changed.
  private func changed<Record: WireCodable>(
    _ record: Record, _ old: [UInt8], to new: [UInt8], after prefix: [UInt8] = []
  ) throws -> Record {
    var bytes = record.encoded()
    let start = try #require(bytes.firstRange(of: prefix + old)).lowerBound + prefix.count
    bytes.replaceSubrange(start..<start + old.count, with: new)
    return try Record(encoded: bytes)
  }

  @Test func whatIsLargerThanItMayBe() throws {
    var message = Samples.message(in: .sealedFiles, random, size: Limits.paddedContent)
    #expect(try MessageRecord(encoded: message.encoded()) == message)
    message.content.append(0)
    #expect(throws: WireError.tooLong(max: Limits.paddedContent)) { try MessageRecord(encoded: message.encoded()) }

    let body = OutboxBody(envelope: random.bytes(Limits.bundle + 1))
    #expect(throws: WireError.tooLong(max: Limits.bundle)) { try OutboxBody(encoded: body.encoded()) }

    var contact = Samples.contact(random)
    contact.nickname = String(repeating: "n", count: Limits.nickname + 1)
    #expect(throws: WireError.tooLong(max: Limits.nickname)) { try ContactRecord(encoded: contact.encoded()) }
    contact.nickname = nil
    contact.devices = (0...Limits.listedDevices).map { _ in id() }
    #expect(throws: WireError.tooLong(max: Limits.listedDevices)) { try ContactRecord(encoded: contact.encoded()) }
  }

  /// A scalar that is none (0, or not below the group's order) is no key.
  @Test func keysThatAreNone() throws {
    let bytes = Samples.prekey(random).encoded()
    for byte: UInt8 in [0, 0xFF] {
      #expect(throws: WireError.invalidValue) {
        try Prekey(encoded: bytes[..<16] + [UInt8](repeating: byte, count: 32) + bytes[48...])
      }
    }
  }

  @Test func gateFlagsAreZeroOrOne() throws {
    var flags = GateFlags.none
    flags.pinEnabledPerDepth[31] = 1
    flags.layers[0] = 0xFF
    #expect(try GateFlags(encoded: flags.encoded()) == flags)
    flags.pinEnabledPerDepth[31] = 2
    #expect(throws: WireError.unknownTag(2)) { try GateFlags(encoded: flags.encoded()) }
  }
}
