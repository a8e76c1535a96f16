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
}
