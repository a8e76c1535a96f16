import Dispatch
import Sotto
import SottoCore
import Synchronization
import TestSupport
import Testing

/// Sealed files and armoured text, without any network.
@Suite struct FileTests {
  @Test func aFileOpensOnceAndIsKnownAgain() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let photo = SeededRandom(seed: 2).bytes(200_000)
    let path = try world.write(photo, to: "photo.jpg")
    let output = world.path("message.sotto")
    let sealed = try await alice.seal(
      "by hand", files: [path], to: [.contact(alice.onlyContact().id)], output: .file(output))
    #expect(sealed.path == output)
    #expect(sealed.recipients.map(\.state) == [.sealedToFile])

    let opened = try await bob.open(file: output)
    #expect(opened.message.text == "by hand")
    #expect(opened.message.attachments.map(\.state) == [.inFile])
    #expect(!opened.isRepeat && opened.attachments.isEmpty)

    let again = try await bob.open(file: output, extractTo: try world.folder("out"))
    #expect(again.isRepeat)
    #expect(try again.attachments.map { try world.read($0.path) } == [photo])
    #expect(try await bob.messages().count == 1)
    // A file yields no receipt.
    #expect(try await bob.outbox().isEmpty)
    await alice.close()
    await bob.close()
  }

  @Test func aHeaderThatChangesItsSizeMeanwhileStillFits() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let to = [Destination.contact(try await alice.onlyContact().id)]
    let photo = SeededRandom(seed: 2).bytes(200_000)
    let path = try world.write(photo, to: "photo.jpg")
    let (first, second) = (world.path("first.sotto"), world.path("second.sotto"))
    _ = try await alice.seal("text", files: [path], to: to, output: .file(first))
    // Shows alice that her prekeys arrived: they ride on no further bundle.
    let reply = world.path("reply.sotto")
    _ = try await bob.seal("reply", to: [.contact(bob.onlyContact().id)], output: .file(reply))
    let isBegun = Mutex(false)
    _ = try await alice.seal("text", files: [path], to: to, output: .file(second)) { _ in
      let isFirst = isBegun.withLock { begun in
        defer { begun = true }
        return !begun
      }
      guard isFirst else { return }
      let isDone = DispatchSemaphore(value: 0)
      Task {
        _ = try? await alice.open(file: reply)
        isDone.signal()
      }
      #expect(isDone.wait(timeout: .now() + 20) == .success)
    }
    #expect(try await alice.messages().count == 3)
    #expect(try world.read(first).count > world.read(second).count)
    let folder = try world.folder("out")
    for file in [second, first] {
      let opened = try await bob.open(file: file, extractTo: folder)
      #expect(try opened.attachments.map { try world.read($0.path) } == [photo])
    }
    #expect(try world.names(in: world.path("")).filter { $0.hasPrefix(".sotto-") }.isEmpty)
    await alice.close()
    await bob.close()
  }

  @Test func aFailedSealLeavesNothing() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let path = try world.write(SeededRandom(seed: 2).bytes(200_000), to: "photo.jpg")
    let before = try await alice.contact(named: alice.onlyContact().name)
    let (output, folder) = (try world.folder("out") + "/message.sotto", world.path("out"))
    let sealing = Task {
      try await alice.seal("text", files: [path], to: [.contact(before.summary.id)], output: .file(output)) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: SottoError.cancelled) { try await sealing.value }
    #expect(try world.names(in: folder).isEmpty)
    #expect(try await alice.contact(named: before.summary.name) == before)
    #expect(try await alice.messages().isEmpty)
    await alice.close()
    await bob.close()
  }

  @Test func severalRecipientsFindTheirSlots() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let carl = try world.profile("carl")
    try await pair(alice, carl)
    let eve = try world.profile("eve")
    let names = try await alice.contacts().map { Destination.contact($0.id) }
    let sealed = try await alice.seal("for both", to: names, output: .armoured)
    let text = try #require(sealed.armoured)
    #expect(text.hasPrefix("-----BEGIN SOTTO BUNDLE-----\n"))
    #expect(try await bob.open(armoured: text).message.text == "for both")
    #expect(try await carl.open(armoured: text).message.text == "for both")
    await #expect(throws: SottoError.notForThisDevice) { try await eve.open(armoured: text) }
    for sotto in [alice, bob, carl, eve] { await sotto.close() }
  }

  @Test func whatIsThereIsNotOverwrittenAndNothingIsSpent() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let path = try world.write([1], to: "taken")
    let before = try await alice.contact(named: alice.onlyContact().name)
    await #expect(throws: SottoError.file(path: path, .exists)) {
      try await alice.seal("x", to: [.contact(before.summary.id)], output: .file(path))
    }
    #expect(try world.read(path) == [1])
    #expect(try await alice.contact(named: before.summary.name) == before)
    await alice.close()
    await bob.close()
  }

  @Test func damagedFilesAreRefused() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let path = try world.write(Array(repeating: 7, count: 100_000), to: "data")
    let output = world.path("message.sotto")
    _ = try await alice.seal("x", files: [path], to: [.contact(alice.onlyContact().id)], output: .file(output))
    let bytes = try world.read(output)

    let hello = try world.write(Array("hello".utf8), to: "hello")
    await #expect(throws: SottoError.malformed(.bundle)) { try await bob.open(file: hello) }
    let cut = try world.write(Array(bytes.prefix(100)), to: "cut")
    await #expect(throws: SottoError.malformed(.bundle)) { try await bob.open(file: cut) }

    // The bundle is whole, the attachment is not: the message opens, the file is refused, nothing is left behind.
    var changed = bytes
    changed[changed.count - 1] ^= 1
    let folder = try world.folder("out")
    let tampered = try world.write(changed, to: "tampered")
    await #expect(throws: SottoError.attachmentDamaged) { try await bob.open(file: tampered, extractTo: folder) }
    #expect(try world.names(in: folder).isEmpty)
    #expect(try await bob.open(file: output, extractTo: folder).attachments.count == 1)
    await alice.close()
    await bob.close()
  }
}
