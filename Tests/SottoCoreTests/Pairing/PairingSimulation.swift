import SottoCore
import SottoCrypto
import SottoWire
import TestSupport

/// Two devices with stores and outboxes over a network that loses, repeats and reorders, and processes that are killed
/// at any moment. Whoever looks sees the rules of a pairing hold after each step.
struct PairingSimulation {
  enum Side { case inviter, joiner }

  /// On its way: a pair message, or the joiner's greeting, which whoever holds the same keys can open.
  enum Packet {
    case message(PairMessage, to: Side)
    case greeting(SafetyWords)
  }

  enum Stage { case none, half, paired }

  /// What a device has in its store.
  struct Store {
    var state: SecretBytes?
    var stage = Stage.none
    var result: PairResult?
    var keys = PeerKeyMaterial()
    /// What is pushed until it is done with.
    var outbox: [Packet] = []
  }

  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  let inviter: PairingParty
  let joiner: PairingParty
  let random: SeededRandom
  private(set) var inviterStore = Store()
  private(set) var joinerStore = Store()
  private var network: [Packet] = []
  private(set) var now: Timestamp
  private let expiry: Timestamp

  /// `earlier` is what an earlier pairing of the two left on both sides.
  init(
    inviter: PairingParty, joiner: PairingParty, random: SeededRandom, at now: Timestamp,
    earlier: PairingSimulation? = nil
  ) throws {
    self.inviter = inviter
    self.joiner = joiner
    self.random = random
    self.now = now
    if let earlier {
      inviterStore = earlier.inviterStore
      joinerStore = earlier.joinerStore
    }
    let window = try InviterPairing(device: inviter.device, at: now)
    let join = try JoinerPairing(invitation: window.invitation, device: joiner.device, at: now)
    expiry = window.invitation.expiry
    inviterStore.state = window.encodedSecret()
    joinerStore.state = join.encodedSecret()
  }

  // MARK: Steps

  /// One thing that happens, chosen at random. `hostile` ones are losses, repeats and kills.
  mutating func step(hostile: Bool) throws {
    switch random.int(0...(hostile ? 9 : 4)) {
    case 0...2: try deliver(crash: .none)
    case 3: try send(from: .inviter)
    case 4: try send(from: .joiner)
    case 5: _ = takePacket()
    case 6: if let packet = takePacket() { network += [packet, packet] }
    case 7: try deliver(crash: .beforeCommit)
    case 8: try deliver(crash: .afterCommit)
    default: now = now.adding(.seconds(UInt64(random.int(0...10))))
    }
    try check()
  }

  mutating func wait(_ time: TimeSpan) {
    now = now.adding(time)
  }

  private mutating func takePacket() -> Packet? {
    guard !network.isEmpty else { return nil }
    return network.remove(at: random.int(0...network.count - 1))
  }

  /// A process that starts, or wakes up after a time without an answer: state from the store, and everything again.
  private mutating func send(from side: Side) throws {
    switch side {
    case .inviter:
      try changeInviter { [now] window, _ in
        _ = window.expire(at: now)
        return window.resume()
      }
      network += inviterStore.outbox
    case .joiner:
      try changeJoiner { [now] join, _ in
        _ = join.expire(at: now)
        return join.resume()
      }
      network += joinerStore.outbox
    }
  }

  private enum Crash { case none, beforeCommit, afterCommit }

  private mutating func deliver(crash: Crash) throws {
    guard let packet = takePacket() else { return }
    let (before, beforeJoiner) = (inviterStore, joinerStore)
    var sent = network
    try handle(packet)
    switch crash {
    case .none:
      return
    case .beforeCommit:
      // The store knows nothing, and the relay delivers again what was not acknowledged.
      (inviterStore, joinerStore) = (before, beforeJoiner)
      sent.append(packet)
      network = sent
    case .afterCommit:
      // Committed, nothing sent, not acknowledged.
      sent.append(packet)
      network = sent
    }
  }

  private mutating func handle(_ packet: Packet) throws {
    switch packet {
    case .message(let message, to: .inviter):
      try changeInviter { [now, joiner] window, device in
        do throws(PairingError) {
          return try window.handle(message, from: joiner.key, device: device, at: now)
        } catch {
          try Self.allow(error)
          return []
        }
      }
    case .message(let message, to: .joiner):
      try changeJoiner { [now, inviter] join, device in
        do throws(PairingError) {
          return try join.handle(message, from: inviter.key, device: device, at: now)
        } catch {
          try Self.allow(error)
          return []
        }
      }
    case .greeting(let words):
      guard inviterStore.result?.safetyWords == words else { return }
      inviterStore.stage = .paired
      inviterStore.keys.confirm(at: now)
      inviterStore.outbox = []
    }
  }

  /// Refusals that honest devices see of each other's messages; a wrong MAC is that of a confirmation from the pairing
  /// before.
  private static func allow(_ error: PairingError) throws {
    guard [.expired, .ended, .unexpectedMessage, .wrongMAC].contains(error) else { throw error }
  }

  // MARK: Stores

  private mutating func changeInviter(
    _ body: (inout InviterPairing, PairingDevice) throws -> [PairingEffect]
  ) throws {
    guard let state = inviterStore.state else { return }
    var window = try InviterPairing(encoded: state)
    let effects = try body(&window, inviter.device)
    inviterStore.state = window.isOver ? nil : window.encodedSecret()
    for effect in effects {
      switch effect {
      case .send(let message, to: _):
        network.append(.message(message, to: .joiner))
      case .halfPaired(let result, confirmation: let message, to: _):
        inviterStore.stage = inviterStore.stage == .paired ? .paired : .half
        inviterStore.result = result
        inviterStore.keys.propose(result.quantum)
        inviterStore.outbox = [.message(message, to: .joiner)]
      case .paired:
        throw Violation(description: "the inviter got the joiner's end")
      }
    }
  }

  private mutating func changeJoiner(
    _ body: (inout JoinerPairing, PairingDevice) throws -> [PairingEffect]
  ) throws {
    guard let state = joinerStore.state else { return }
    var join = try JoinerPairing(encoded: state)
    let effects = try body(&join, joiner.device)
    joinerStore.state = join.isOver ? nil : join.encodedSecret()
    for effect in effects {
      switch effect {
      case .send(let message, to: _):
        network.append(.message(message, to: .inviter))
      case .paired(let result):
        joinerStore.stage = .paired
        joinerStore.result = result
        joinerStore.keys.replace(with: result.quantum, at: now)
        joinerStore.outbox = [.greeting(result.safetyWords)]
      case .halfPaired:
        throw Violation(description: "the joiner got the inviter's end")
      }
    }
  }

  // MARK: Rules

  /// Both have the same pair from the last invitation.
  var isPaired: Bool {
    inviterStore.stage == .paired && joinerStore.stage == .paired && inviterStore.outbox.isEmpty
      && inviterStore.result?.safetyWords == joinerStore.result?.safetyWords
  }

  /// Nobody waits for anything any more.
  var isQuiet: Bool { inviterStore.state == nil && joinerStore.state == nil }

  private func check() throws {
    let (inviter, joiner) = (inviterStore, joinerStore)
    if joiner.stage == .paired, inviter.stage == .none {
      throw Violation(description: "the joiner believes in a pair of which the inviter has nothing")
    }
    if inviter.stage == .paired, joiner.stage != .paired {
      throw Violation(description: "the inviter believes in a pair that the joiner does not have")
    }
    // What one side seals with now, the other one opens.
    for (sealer, opener) in [(inviter, joiner), (joiner, inviter)] {
      guard sealer.stage == .paired, let material = sealer.keys.current else { continue }
      guard opener.keys.openingCandidates(at: now).contains(material) else {
        throw Violation(description: "one side seals with material that the other does not have")
      }
    }
  }
}
