import Dispatch
import Sotto
import SottoCore
import Synchronization
import TestSupport
import Testing

/// Whom a message goes to is settled when it is sealed, not before its files were read.
@Suite struct AudienceTests {
  /// Sends with a file and runs `change` while that is being sealed.
  private func send(
    _ sotto: Sotto, _ world: TestWorld, to destination: Destination,
    during change: @escaping @Sendable () async throws -> Void
  ) async throws -> SendResult {
    let path = try world.write(SeededRandom(seed: 2).bytes(200_000), to: "file")
    let isFirst = Mutex(true)
    return try await BlockingTurn.shared.take {
      try await sotto.send("x", files: [path], to: destination) { _ in
        let runs = isFirst.withLock { first in
          defer { first = false }
          return first
        }
        guard runs else { return }
        let done = DispatchSemaphore(value: 0)
        Task {
          try await change()
          done.signal()
        }
        #expect(done.wait(timeout: .now() + 60) == .success)
      }
    }
  }

  @Test func aContactThatIsDeletedMeanwhileGetsNothing() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let contact = try await alice.onlyContact()
    await #expect(throws: SottoError.notFound(.contact, contact.id.description)) {
      try await send(alice, world, to: .named(contact.name)) {
        _ = try await alice.deleteContact(named: contact.name)
      }
    }
    #expect(try await alice.messages().isEmpty)
    #expect(try await alice.outbox().isEmpty)
    #expect(try world.names(in: world.path("alice/objects")).isEmpty)
    await alice.close()
    await bob.close()
  }

  @Test func aMemberThatIsRemovedMeanwhileGetsNoCopy() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let bobsName = try await alice.onlyContact().name
    let carl = try world.profile("carl")
    try await pair(alice, carl)
    _ = try await alice.createGroup(named: "G", members: try await alice.contacts().map(\.name))
    let sent = try await send(alice, world, to: .named("G")) {
      _ = try await alice.removeFromGroup(named: "G", members: [bobsName])
    }
    #expect(sent.recipients.count == 1 && sent.recipients[0].name != bobsName)
    for sotto in [alice, bob, carl] { await sotto.close() }
  }
}
