import Sotto
import SottoCore
import Testing

@Suite(.timeLimit(.minutes(3)))
struct IdleConnectionTests {
  /// A connection that stays would tell any relay that was ever written to when its client runs.
  @Test func aConnectionForPushingEndsWhenNothingIsPushed() async throws {
    let world = try TestWorld()
    let clock = TestClock()
    let alice = try world.profile("alice", environment: .init(clock: clock))
    let bob = try world.profile("bob")
    try await pair(alice, bob)
    await bob.close()
    let contact = try await alice.onlyContact().id
    for text in ["first", "after a pause"] {
      let sent = try await alice.send(text, to: .contact(contact))
      let states = try await alice.waitForDelivery(of: sent.messageID, until: .atRelay, timeout: .seconds(20))
      #expect(states.map(\.state) == [.atRelay])
      // The receiving one stays.
      try await clock.advance(by: .minutes(1)) { world.connectionCount == 1 }
      #expect(world.connectionCount == 1)
    }
    await alice.close()
  }
}
