import Sotto
import SottoCore
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Files with messages: sealed, uploaded, fetched, opened, saved.
@Suite struct AttachmentTests {
  @Test func filesArriveWithTheirBytesAndNames() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let random = SeededRandom(seed: 1)
    let photo = random.bytes(300_000)
    let paths = [
      try world.write(photo, to: "photo.jpg"), try world.write(Array("notes\n".utf8), to: "notes.txt"),
      try world.write([], to: "empty"),
    ]
    let sent = try await alice.send("three files", files: paths, to: .contact(alice.onlyContact().id))
    let message = try #require(try await bob.waitForMessages(1).first)
    #expect(message.attachments.map(\.name) == ["photo.jpg", "notes.txt", "empty"])
    #expect(message.attachments.map(\.state) == [.remote, .remote, .remote])

    let folder = try world.folder("out")
    let saved = try await bob.saveAttachments(ofMessage: sent.messageID.description, to: folder)
    #expect(try saved.map { try world.read($0.path) } == [photo, Array("notes\n".utf8), []])
    #expect(try await bob.message(id: sent.messageID.description).attachments.map(\.state) == [.local, .local, .local])
    await alice.close()
    await bob.close()
  }

  @Test func nothingIsOverwritten() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let path = try world.write([1, 2, 3], to: "a.txt")
    let sent = try await alice.send("", files: [path], to: .contact(alice.onlyContact().id))
    _ = try await bob.waitForMessages(1)
    let folder = try world.folder("out")
    _ = try world.write([9], to: "out/a.txt")
    let id = sent.messageID.description
    let first = try await bob.saveAttachments(ofMessage: id, to: folder)
    let second = try await bob.saveAttachments(ofMessage: id, to: folder)
    #expect(first.map(\.path) == [folder + "/a (2).txt"])
    #expect(second.map(\.path) == [folder + "/a (3).txt"])
    #expect(try world.read(folder + "/a.txt") == [9])
    await alice.close()
    await bob.close()
  }

  @Test func aNameIsNeverAPath() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let path = try world.write([1], to: "..evil\n")
    let sent = try await alice.send("", files: [path], to: .contact(alice.onlyContact().id))
    _ = try await bob.waitForMessages(1)
    let folder = try world.folder("out")
    let saved = try await bob.saveAttachments(ofMessage: sent.messageID.description, to: folder)
    let name = try #require(saved.first?.path.split(separator: "/").last)
    #expect(!name.hasPrefix(".") && !name.contains("\n"))
    #expect(saved.first?.originalName == "..evil\n")
    await alice.close()
    await bob.close()
  }

  @Test func whatIsNotThereIsRefusedBeforeAnythingIsQueued() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let contact = try await alice.onlyContact().id
    await #expect(throws: SottoError.file(path: world.path("missing"), .notFound)) {
      try await alice.send("", files: [world.path("missing")], to: .contact(contact))
    }
    await #expect(throws: SottoError.file(path: world.path("alice"), .notRegular)) {
      try await alice.send("", files: [world.path("alice")], to: .contact(contact))
    }
    await #expect(throws: SottoError.emptyMessage) { try await alice.send("", to: .contact(contact)) }
    #expect(try await alice.outbox().isEmpty)
    await alice.close()
    await bob.close()
  }

  @Test func transfersGoOnWhereTheLinkBroke() async throws {
    let world = try TestWorld()
    let networks = [LossyConnector(), LossyConnector()]
    let clocks = [TestClock(), TestClock()]
    let alice = try world.profile(
      "alice", environment: .init(clock: clocks[0], connector: networks[0], answerTimeout: .days(1)))
    let bob = try world.profile(
      "bob", environment: .init(clock: clocks[1], connector: networks[1], answerTimeout: .days(1)))
    try await pair(alice, bob)
    let photo = SeededRandom(seed: 4).bytes(400_000)
    let path = try world.write(photo, to: "photo.jpg")
    networks[0].loseAnswers(to: .objectPut, count: 3)
    let sent = try await alice.send("", files: [path], to: .contact(alice.onlyContact().id))
    try await clocks[0].advance(by: .minutes(1)) {
      try await alice.deliveries(of: sent.messageID).allSatisfy { $0.state != .queued }
    }
    #expect(try await bob.waitForMessages(1).count == 1)

    let folder = try world.folder("out")
    let ticking = Task {
      try await clocks[1].advance(by: .seconds(1)) { Task.isCancelled }
    }
    networks[1].loseAnswers(to: .objectGet, count: 3)
    let requests = networks[1].connections
    let saved = try await bob.saveAttachments(ofMessage: sent.messageID.description, to: folder)
    ticking.cancel()
    #expect(try saved.map { try world.read($0.path) } == [photo])
    #expect(networks[1].connections >= requests + 4)
    await alice.close()
    await bob.close()
  }

  /// The own relay is away, the recipients' is not: a text to somebody else goes, and nothing is said of their relay.
  @Test func anUploadThatWaitsHoldsUpItsOwnMailboxOnly() async throws {
    let world = try TestWorld()
    let elsewhere = try TestWorld()
    let clock = TestClock()
    let alice = try world.profile("alice", environment: .init(clock: clock, answerTimeout: .days(1)))
    let bob = try world.profile("bob", relay: elsewhere.relayAddress)
    let carl = try world.profile("carl", relay: elsewhere.relayAddress)
    try await pair(alice, bob)
    let bobsID = try await alice.onlyContact().id
    try await pair(alice, carl)
    let carlsID = try #require(try await alice.contacts().first { $0.id != bobsID }).id
    world.stopRelay()

    let photo = SeededRandom(seed: 5).bytes(100_000)
    let path = try world.write(photo, to: "photo.jpg")
    let first = try await alice.send("with a photo", files: [path], to: .contact(bobsID)).messageID
    let second = try await alice.send("behind it", to: .contact(bobsID)).messageID
    let text = try await alice.send("to somebody else", to: .contact(carlsID)).messageID
    #expect(
      try await alice.waitForDelivery(of: text, until: .atRelay, timeout: .seconds(20)).map(\.state) == [.atRelay])
    #expect(try await alice.outbox().map(\.attempts) == [0, 0])
    #expect(try await alice.deliveries(of: first).map(\.state) == [.queued])

    try world.startRelay()
    try await clock.advance(by: .minutes(1)) {
      try await alice.deliveries(of: second).map(\.state) == [.atRelay]
    }
    #expect(try await bob.waitForMessages(2).map(\.text) == ["with a photo", "behind it"])
    let saved = try await bob.saveAttachments(ofMessage: first.description, to: try world.folder("out"))
    #expect(try saved.map { try world.read($0.path) } == [photo])
    for sotto in [alice, bob, carl] { await sotto.close() }
  }

  @Test func anObjectThatIsGoneHasAClearEnd() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let path = try world.write([1, 2, 3], to: "a.txt")
    let sent = try await alice.send("", files: [path], to: .contact(alice.onlyContact().id))
    _ = try await bob.waitForMessages(1)
    try await alice.deleteUploads(of: sent.messageID)
    let folder = try world.folder("out")
    let id = sent.messageID.description
    await #expect(throws: SottoError.attachmentMissing) { try await bob.saveAttachments(ofMessage: id, to: folder) }
    #expect(try await bob.message(id: id).attachments.map(\.state) == [.missing])
    #expect(try world.names(in: folder).isEmpty)
    await #expect(throws: SottoError.notFound(.attachment, "7")) {
      try await bob.saveAttachments(ofMessage: id, index: 7, to: folder)
    }
    await alice.close()
    await bob.close()
  }

  @Test func whatACrashLeftInTheObjectsIsRemoved() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let path = try world.write([1, 2, 3], to: "a.txt")
    let sent = try await alice.send("", files: [path], to: .contact(alice.onlyContact().id))
    _ = try await alice.waitForDelivery(of: sent.messageID, until: .atRelay, timeout: .seconds(20))
    await alice.close()
    let kept = try world.names(in: world.path("alice/objects"))
    #expect(kept.count == 1)
    _ = try world.write([9], to: "alice/objects/00000000-0000-4000-8000-000000000000")
    let again = try world.reopen("alice")
    #expect(try world.names(in: world.path("alice/objects")) == kept)
    await again.close()
    await bob.close()
  }
}
