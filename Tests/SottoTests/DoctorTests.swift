import Sotto
import SottoCore
import Testing

/// Each leg of the way, and the one that fails.
@Suite struct DoctorTests {
  @Test func everythingIsGood() async throws {
    let world = try TestWorld()
    let (alice, bob) = try await world.pairedProfiles()
    let checks = await alice.doctor()
    #expect(checks.map(\.leg) == DoctorCheck.Leg.allCases)
    for check in checks where check.leg != .disk { #expect(check.outcome == .good, "\(check)") }
    #expect(checks.first { $0.leg == .prekeys }?.detail == "1 of 1")
    await alice.close()
    await bob.close()
  }

  @Test func aRelayThatIsGoneIsNamed() async throws {
    let world = try TestWorld()
    let alice = try world.profile("alice")
    world.stopRelay()
    let checks = await alice.doctor(timeout: .seconds(2))
    #expect(checks.first { $0.leg == .relayName }?.outcome == .failed)
    #expect(checks.first { $0.leg == .receivePath }?.outcome == .skipped)
    #expect(checks.first { $0.leg == .profile }?.outcome == .good)
    await alice.close()
  }

  @Test func aRelayWithAnotherKeyIsNamed() async throws {
    let world = try TestWorld()
    let address = world.relayAddress
    let wrong = try RelayAddress(host: address.host, port: address.port, pin: Array(repeating: 1, count: 32))
    let alice = try world.profile("alice", relay: wrong)
    let checks = await alice.doctor(timeout: .seconds(2))
    #expect(checks.first { $0.leg == .tlsPin }?.detail == "wrongKey")
    #expect(await alice.sync(timeout: .seconds(5)).failure == .wrongKey)
    await alice.close()
  }

  @Test func withoutARelayItsLegsAreSkipped() async throws {
    let world = try TestWorld()
    let alice = try Sotto.createProfile(at: world.path("alice"))
    let checks = await alice.doctor()
    #expect(checks.first { $0.leg == .pushPath }?.outcome == .skipped)
    #expect(checks.first { $0.leg == .keys }?.outcome == .good)
    #expect(await alice.sync() == .init())
    await alice.close()
  }
}
