import Sotto
import SottoCore
import TestSupport
import Testing

/// What a sealed file is refused for, and what is known of it then.
@Suite struct SealedFileRefusalTests {
  /// It names a prekey that only its recipient has: it was made for that device, so it must have been changed.
  @Test func aChangedFileIsToldFromOneForOthers() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let eve = try world.profile("eve")
    let path = world.path("message.sotto")
    let sealed = try await alice.seal("x", to: [.contact(alice.onlyContact().id)], output: .file(path))
    #expect(sealed.recipients.map(\.longTermPath) == [false])
    var bytes = try world.read(path)
    bytes[bytes.count / 2] ^= 1
    let changed = try world.write(bytes, to: "changed.sotto")

    await #expect(throws: SottoError.notAuthentic) { try await bob.open(file: changed) }
    #expect(try await bob.issues().map(\.kind) == [.unreadable])
    await #expect(throws: SottoError.notForThisDevice) { try await eve.open(file: changed) }
    // The prekey is still there for what was really sealed with it.
    #expect(try await bob.open(file: path).message.text == "x")
    for sotto in [alice, bob, eve] { await sotto.close() }
  }

  /// Without a prekey nothing in it says for whom it was made.
  @Test func onTheLongTermPathTheTwoAreTheSame() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let contact = Destination.contact(try await alice.onlyContact().id)
    var path = ""
    var usesPrekey = true
    for number in 0..<40 where usesPrekey {
      path = world.path("\(number).sotto")
      let sealed = try await alice.seal("x", to: [contact], output: .file(path))
      usesPrekey = sealed.recipients.contains { !$0.longTermPath }
    }
    #expect(!usesPrekey)
    var bytes = try world.read(path)
    bytes[bytes.count / 2] ^= 1
    let changed = try world.write(bytes, to: "changed.sotto")
    await #expect(throws: SottoError.notForThisDevice) { try await bob.open(file: changed) }
    #expect(try await bob.issues().isEmpty)
    await alice.close()
    await bob.close()
  }

  @Test func refusalsOfAuthenticityAreOfOneClass() {
    for error in [SottoError.notAuthentic, .attachmentDamaged] { #expect(error.errorClass == .trustNeeded) }
    #expect(SottoError.notForThisDevice.errorClass == .failed)
  }

  @Test func itsAttachmentsAreSavedFromTheFile() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let notes = try world.write([1, 2, 3], to: "notes")
    let path = world.path("message.sotto")
    _ = try await alice.seal("x", files: [notes], to: [.contact(alice.onlyContact().id)], output: .file(path))
    let message = try await bob.open(file: path).message
    let folder = try world.folder("out")
    await #expect(throws: SottoError.attachmentInFile) {
      try await bob.saveAttachments(ofMessage: message.id.description, to: folder)
    }
    await alice.close()
    await bob.close()
  }

  @Test func theFolderIsLookedAtFirst() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let contact = try await alice.contact(named: alice.onlyContact().name)
    let missing = world.path("missing")
    await #expect(throws: SottoError.file(path: missing, .noFolder)) {
      try await alice.seal("x", to: [.contact(contact.summary.id)], output: .file(missing + "/message.sotto"))
    }
    // No prekey was used up.
    #expect(try await alice.contact(named: contact.summary.name) == contact)

    let path = world.path("message.sotto")
    _ = try await alice.seal("x", to: [.contact(contact.summary.id)], output: .file(path))
    await #expect(throws: SottoError.file(path: missing, .noFolder)) {
      try await bob.open(file: path, extractTo: missing)
    }
    await #expect(throws: SottoError.file(path: path, .notAFolder)) { try await bob.open(file: path, extractTo: path) }
    #expect(try await bob.messages().isEmpty)
    await alice.close()
    await bob.close()
  }
}
