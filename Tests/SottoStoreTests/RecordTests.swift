import SottoCore
import SottoCrypto
import SottoStore
import TestSupport
import Testing

/// Every record has one encoding, and its decoder refuses what is not one.
@Suite struct RecordTests {
  let random = SeededRandom(seed: 19)

  @Test func contacts() throws {
    var contact = Samples.contact(random)
    try assertCanonical(contact)
    contact.trust = .verified(at: Timestamp(milliseconds: 5))
    contact.nickname = nil
    try assertCanonical(contact)
    contact.trust = .keyChanged(at: Timestamp(milliseconds: 5))
    try assertCanonical(contact)
  }

  @Test func conversations() throws {
    for id in [
      ConversationID.contact(Samples.id(random)), .group(Samples.id(random)), .peer(Samples.id(random)), .sealedFiles,
    ] {
      try assertCanonical(id)
    }
  }

  @Test func messages() throws {
    var message = Samples.message(in: .sealedFiles, random)
    message.copies = [
      .init(recipient: Samples.id(random), path: .forwardSecret, state: .queued),
      .init(recipient: Samples.id(random), path: .longTermFallback, state: .failed(.expired)),
    ]
    message.handlerGaveUp = true
    try assertCanonical(message)
  }

  @Test func delivery() throws {
    try assertCanonical(
      Samples.outboxRecord(RowNumber(rawValue: 3), to: Samples.id(random), random))
    try assertCanonical(OutboxBody(envelope: random.bytes(40), content: nil))
    try assertCanonical(
      DedupRecord(key: MessageKey(author: Samples.id(random), id: Samples.id(random)), handled: nil))
    try assertCanonical(
      IssueRecord(
        issue: .unauthorised(.invalidProof), messageID: Samples.id(random), peer: nil,
        at: Timestamp(milliseconds: 5)))
    try assertCanonical(FileTokenRecord(message: MessageKey(author: Samples.id(random), id: Samples.id(random))))
  }

  @Test func attachments() throws {
    try assertCanonical(
      AttachmentRecord(
        object: .random(random), message: MessageKey(author: Samples.id(random), id: Samples.id(random)), index: 31,
        state: .complete, size: 9, transferred: 9, objectID: Samples.id(random), deletionKey: nil))
  }

  @Test func profileAndPeers() throws {
    try assertCanonical(
      ProfileSettings(
        createdAt: Timestamp(milliseconds: 5), relay: try RelayAddress("sotto://relay.example:7777/"),
        accessKey: Samples.id(random)))
    try assertCanonical(try Samples.peer(), mutations: 100)
    try assertCanonical(Samples.prekey(random), mutations: 50)
  }

  @Test func gateParts() throws {
    try assertCanonical(Lockout(failures: 3, bootID: random.bytes(16), until: 77))
    try assertCanonical(GateFlags.none)
    try assertCanonical(LayerFile.Anchor(name: .random(random), sequence: 8))
  }
}
