import Sotto
import SottoCore
import SottoStore
import Synchronization
import Testing

/// The private half of a prekey goes in the transaction that stores the message which used it: never without the
/// message, never later.
@Suite struct PrekeyErasureTests {
  private func prekeys(_ world: TestWorld) throws -> Set<PrekeyID> {
    try world.withStore("bob") { store in
      try store.read { reader in
        let peer = try #require(try reader.peers.all().first)
        return Set(try reader.prekeys.of(peer.deviceID).map(\.id))
      }
    }
  }

  @Test func aMessageAndThePrekeyThatItUsedAreWrittenTogether() async throws {
    let world = try TestWorld()
    let (alice, first) = try await world.pairedProfiles()
    await first.close()
    let before = try prekeys(world)
    let sent = try await alice.send("x", to: .contact(alice.onlyContact().id))
    #expect(sent.recipients.map(\.longTermPath) == [false])
    _ = try await alice.waitForDelivery(of: sent.messageID, until: .atRelay, timeout: .seconds(20))
    await alice.close()

    // Everything up to the commit is done, and then lost.
    let faults = FailingCommits()
    let failing = try world.reopen("bob", environment: .init(storeFaults: faults))
    faults.areArmed = true
    _ = await failing.sync(timeout: .seconds(1))
    #expect(faults.failed > 0)
    #expect(try await failing.messages().isEmpty)
    await failing.halt()
    #expect(try prekeys(world) == before)

    let bob = try world.reopen("bob")
    _ = await bob.sync()
    #expect(try await bob.messages().map(\.text) == ["x"])
    await bob.close()
    let after = try prekeys(world)
    #expect(before.subtracting(after).count == 1)
  }
}

private final class FailingCommits: StoreFaults {
  private let state = Mutex((isArmed: false, failed: 0))

  var areArmed: Bool {
    get { state.withLock { $0.isArmed } }
    set { state.withLock { $0.isArmed = newValue } }
  }

  var failed: Int { state.withLock { $0.failed } }

  func check(_ step: StoreStep) throws(StoreError) {
    let fails = state.withLock { state in
      guard state.isArmed, step == .commit else { return false }
      state.failed += 1
      return true
    }
    if fails { throw .full }
  }
}
