import SottoCore
import SottoCrypto
import SottoWire
import TestSupport

/// A device in a test, and the time all of them share.
struct PairingParty {
  static let start = Timestamp(milliseconds: 1_800_000_000_000)

  let identity: DeviceIdentity
  let device: PairingDevice

  init(seed: UInt64, kem: (any KEMProvider)? = nil, relay: String? = "sotto://relay.example.org:7443/") throws {
    let random = SeededRandom(seed: seed)
    try self.init(identity: .generate(random: random), kem: kem, relay: relay, random: random)
  }

  private init(identity: DeviceIdentity, kem: (any KEMProvider)?, relay: String?, random: SeededRandom) throws {
    self.identity = identity
    device = PairingDevice(
      identity: identity, deviceList: try .first(of: identity, now: Self.start),
      relay: try relay.map { text in try RelayAddress(text) }, accessKey: AccessKey(unchecked: random.bytes(16)),
      kem: kem, random: random)
  }

  /// The same device with another provider.
  func with(kem: (any KEMProvider)?, seed: UInt64) throws -> PairingParty {
    try PairingParty(
      identity: identity, kem: kem, relay: device.relay?.description, random: SeededRandom(seed: seed))
  }

  var key: SigningKey { identity.signingKey }

  func invite(validFor: TimeSpan = Limits.invitationLifetime) throws -> InviterPairing {
    try InviterPairing(device: device, validFor: validFor, at: Self.start)
  }

  func join(_ window: InviterPairing) throws -> JoinerPairing {
    try JoinerPairing(invitation: .parse(window.invitation.text), device: device, at: Self.start)
  }
}

extension [PairingEffect] {
  /// The one message that is sent.
  var message: PairMessage {
    get throws {
      switch first {
      case .send(let message, to: _) where count == 1: return message
      case .halfPaired(_, confirmation: let message, to: _) where count == 1: return message
      default: throw UnexpectedEffect(effects: self)
      }
    }
  }

  /// What one side has of the other at the end.
  var result: PairResult {
    get throws {
      switch first {
      case .halfPaired(let result, confirmation: _, to: _) where count == 1: return result
      case .paired(let result) where count == 1: return result
      default: throw UnexpectedEffect(effects: self)
      }
    }
  }
}

struct UnexpectedEffect: Error {
  let effects: [PairingEffect]
}

/// A pairing driven by hand, one message at a time.
struct PairingPair {
  let inviter: PairingParty
  let joiner: PairingParty
  var window: InviterPairing
  var join: JoinerPairing
  var now = PairingParty.start

  init(_ inviter: PairingParty, _ joiner: PairingParty) throws {
    self.inviter = inviter
    self.joiner = joiner
    window = try inviter.invite()
    join = try joiner.join(window)
  }

  init(inviterKEM: (any KEMProvider)? = nil, joinerKEM: (any KEMProvider)? = nil) throws {
    try self.init(PairingParty(seed: 1, kem: inviterKEM), PairingParty(seed: 2, kem: joinerKEM))
  }

  mutating func toInviter(_ message: PairMessage) throws -> [PairingEffect] {
    try window.handle(message, from: joiner.key, device: inviter.device, at: now)
  }

  mutating func toJoiner(_ message: PairMessage) throws -> [PairingEffect] {
    try join.handle(message, from: inviter.key, device: joiner.device, at: now)
  }

  mutating func upToAccept() throws -> PairMessage {
    let offer = try toInviter(join.resume().message).message
    return try toJoiner(offer).message
  }

  /// All four messages.
  mutating func run() throws -> (inviter: PairResult, joiner: PairResult) {
    let half = try toInviter(try upToAccept())
    return (try half.result, try toJoiner(half.message).result)
  }
}

extension WireCodable {
  /// Decodes its own encoding with one byte changed.
  func changing(at index: Int) throws -> Self {
    var bytes = encoded()
    bytes[index < 0 ? bytes.count + index : index] ^= 1
    return try Self(encoded: bytes)
  }
}
