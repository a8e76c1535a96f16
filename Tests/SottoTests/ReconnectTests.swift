import Sotto
import SottoCore
import Testing

/// The receiving connection, made again and again.
@Suite struct ReconnectTests {
  /// A connection can be made each time, but what comes cannot be written: the attempts become rarer all the same.
  @Test func aFailingStoreIsNotTriedEverySecond() async throws {
    let world = try TestWorld()
    let (first, bob) = try await world.pairedProfiles()
    await first.close()
    _ = try await bob.send("on a full disk", to: .contact(bob.onlyContact().id))
    let faults = FailingStore()
    let clock = TestClock()
    let environment = SottoEnvironment(clock: clock, answerTimeout: .days(1), storeFaults: faults)
    let alice = try world.reopen("alice", environment: environment)
    faults.fail(after: 0)
    let events = alice.events()
    let began = clock.now()
    try await alice.connect()
    let counting = Task {
      var failures = 0
      for await event in events {
        if case .connection(.disconnected(.refused("localStore"))) = event { failures += 1 }
        if failures == 7 { return clock.now().since(began) }
      }
      return TimeSpan(milliseconds: 0)
    }
    let ticking = Task { try await clock.tick(by: .seconds(2)) }
    // Six waits, of 1, 2, 4, 8, 16 and 32 seconds, each shortened by a half at most
    #expect(await counting.value >= .seconds(31))
    // Once the disk has room the message comes, and what follows begins anew.
    faults.heal()
    await alice.waitUntil { try await alice.messages().map(\.text) == ["on a full disk"] }
    #expect(try await alice.messages().map(\.text) == ["on a full disk"])
    ticking.cancel()
    await alice.close()
    await bob.close()
  }
}
