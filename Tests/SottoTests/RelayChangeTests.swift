import Sotto
import SottoCore
import Testing

@Suite struct RelayChangeTests {
  @Test func aRelayThatOthersKnowIsNotLeft() async throws {
    let world = try TestWorld()
    let other = try RelayAddress("sotto://localhost:1/#\(String(repeating: "a", count: 52))")
    let alice = try world.profile("alice")
    let bob = try world.profile("bob")
    // Nobody knows it yet.
    try await bob.useRelay(other)
    try await bob.useRelay(world.relayAddress)

    let window = try await alice.openPairingWindow()
    await #expect(throws: SottoError.relayInUse) { try await alice.useRelay(other) }
    await window.cancel()
    try await pair(alice, bob)
    await #expect(throws: SottoError.relayInUse) { try await alice.useRelay(other) }
    try await alice.useRelay(world.relayAddress)
    _ = try await bob.send("still here", to: .contact(bob.onlyContact().id))
    #expect(try await alice.waitForMessages(1).map(\.text) == ["still here"])
    await alice.close()
    await bob.close()
  }
}
