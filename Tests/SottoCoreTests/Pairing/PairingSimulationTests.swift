import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

/// Every loss, repeat and reordering of any message, and a kill between any two steps, ends in the pair on both sides
/// or in nothing on both sides; and then a new invitation works.
@Suite struct PairingSimulationTests {
  private static let parties = Result {
    (try PairingParty(seed: 101), try PairingParty(seed: 102))
  }

  private static func simulation(
    seed: UInt64, kem: (any KEMProvider)?, at now: Timestamp = PairingParty.start,
    earlier: PairingSimulation? = nil
  ) throws -> PairingSimulation {
    let random = SeededRandom(seed: seed)
    let (inviter, joiner) = try parties.get()
    // Both have a KEM as often as one of them or none.
    let has = random.int(0...3)
    return try PairingSimulation(
      inviter: inviter.with(kem: has & 1 == 0 ? kem : nil, seed: random.next()),
      joiner: joiner.with(kem: has & 2 == 0 ? kem : nil, seed: random.next()),
      random: random, at: now, earlier: earlier)
  }

  private static func run(
    _ simulation: inout PairingSimulation, steps: Int, hostile: Bool, until isDone: (PairingSimulation) -> Bool
  ) throws {
    for _ in 0..<steps where !isDone(simulation) {
      try simulation.step(hostile: hostile)
    }
  }

  /// The network is bad for a while and then good, within the invitation's time.
  @Test func endsInThePairWhenTheNetworkComesBack() throws {
    for seed in 0..<300 as Range<UInt64> {
      var simulation = try Self.simulation(seed: seed, kem: FakeKEM())
      try Self.run(&simulation, steps: 60, hostile: true) { _ in false }
      #expect(simulation.now < PairingParty.start.adding(Limits.invitationLifetime), "seed \(seed)")
      try Self.run(&simulation, steps: 2_000, hostile: false) { $0.isPaired }
      #expect(simulation.isPaired, "seed \(seed)")
      #expect(simulation.inviterStore.keys.current == simulation.joinerStore.keys.current, "seed \(seed)")
      #expect(simulation.isQuiet, "seed \(seed)")
    }
  }

  /// The network stays away beyond the invitation, or beyond the joiner's patience: half of a pair is nobody's pair,
  /// and the next invitation is like the first.
  @Test func endsCleanlyWhenTimeRunsOut() throws {
    for seed in 1_000..<1_250 as Range<UInt64> {
      var simulation = try Self.simulation(seed: seed, kem: FakeKEM())
      try Self.run(&simulation, steps: Int(seed % 25), hostile: true) { _ in false }
      simulation.wait(seed % 2 == 0 ? .minutes(11) : .hours(25))
      try Self.run(&simulation, steps: 60, hostile: true) { _ in false }
      simulation.wait(.hours(48))
      try Self.run(&simulation, steps: 500, hostile: false) { $0.isQuiet && $0.isPaired }
      #expect(simulation.isQuiet, "seed \(seed)")
      let stages = (simulation.inviterStore.stage, simulation.joinerStore.stage)
      #expect([(.paired, .paired), (.none, .none), (.half, .none)].contains { $0 == stages }, "seed \(seed)")

      var retry = try Self.simulation(seed: seed + 5_000, kem: FakeKEM(), at: simulation.now, earlier: simulation)
      try Self.run(&retry, steps: 2_000, hostile: false) { $0.isPaired }
      #expect(retry.isPaired, "seed \(seed)")
    }
  }

  /// Paired devices pair again over a bad network: what one seals the other opens, at every moment.
  @Test func pairingAgainLosesNothing() throws {
    for seed in 2_000..<2_100 as Range<UInt64> {
      var first = try Self.simulation(seed: seed, kem: FakeKEM())
      try Self.run(&first, steps: 2_000, hostile: false) { $0.isPaired }
      var second = try Self.simulation(seed: seed + 5_000, kem: FakeKEM(), at: first.now, earlier: first)
      try Self.run(&second, steps: 60, hostile: true) { _ in false }
      try Self.run(&second, steps: 2_000, hostile: false) { $0.isPaired && $0.isQuiet }
      #expect(second.isPaired, "seed \(seed)")
      #expect(second.inviterStore.keys.current == second.joinerStore.keys.current, "seed \(seed)")
    }
  }

  @Test func theSameWithRealKeys() throws {
    for seed in 3_000..<3_004 as Range<UInt64> {
      var simulation = try Self.simulation(seed: seed, kem: SoftwareKEM())
      try Self.run(&simulation, steps: 40, hostile: true) { _ in false }
      try Self.run(&simulation, steps: 2_000, hostile: false) { $0.isPaired }
      #expect(simulation.isPaired, "seed \(seed)")
      #expect(simulation.inviterStore.keys.current == simulation.joinerStore.keys.current, "seed \(seed)")
    }
  }
}
