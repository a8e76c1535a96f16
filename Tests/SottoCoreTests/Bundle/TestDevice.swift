import SottoCore
import SottoCrypto
import TestSupport

/// A device with everything it needs to seal to others and to open what they sealed.
final class TestDevice: PeerLookup {
  struct Broken: Error {}

  static let now = Timestamp(milliseconds: 1_700_000_000_000)

  let identity: DeviceIdentity
  let cache: PairwiseKeyCache
  let list: DeviceList
  let random: SeededRandom
  var known: [PeerKeys] = []
  var prekeys: [PrekeyUse: P256.KeyAgreement.PrivateKey] = [:]
  var members: [GroupID: Set<DeviceID>] = [:]
  var isBroken = false
  private(set) var prekeyLookups = 0

  init(_ random: SeededRandom) throws {
    self.random = random
    identity = DeviceIdentity.generate(random: random)
    cache = PairwiseKeyCache(identity: identity)
    list = try DeviceList.first(of: identity, now: Self.now)
  }

  var id: DeviceID { identity.deviceID }

  // MARK: Pairing

  static func material(_ random: SeededRandom) throws -> QuantumKeyMaterial {
    struct WrongSize: Error {}
    guard
      let material = QuantumKeyMaterial(
        inviterSecret: random.secret(32), joinerSecret: random.secret(32),
        inviterCiphertext: random.bytes(1_568), joinerCiphertext: random.bytes(1_568))
    else { throw WrongSize() }
    return material
  }

  func keys(_ quantum: QuantumKeyMaterial?) -> PeerKeys {
    PeerKeys(signingKey: identity.signingKey, identityKey: identity.identityKey, quantum: quantum)
  }

  /// Pairs both ways with the same material.
  func pair(with other: TestDevice, _ quantum: QuantumKeyMaterial?) {
    forget(other)
    other.forget(self)
    known.append(other.keys(quantum))
    other.known.append(keys(quantum))
  }

  func forget(_ other: TestDevice) {
    known.removeAll { $0.deviceID == other.id }
  }

  /// A prekey of this device for `peer`, kept here.
  func prekey(for peer: TestDevice) -> PublicPrekey {
    let prekey = Prekey(
      id: PrekeyID(unchecked: random.bytes(16)), key: P256.KeyAgreement.PrivateKey(random: random),
      expiry: Self.now.adding(.days(30)))
    prekeys[PrekeyUse(peer: peer.id, prekey: prekey.id)] = prekey.key
    return prekey.publicHalf
  }

  // MARK: Sealing

  func recipient(
    _ other: TestDevice, prekey: PublicPrekey? = nil, batch: PrekeyBatch? = nil, mark: AppVersion? = nil,
    shards: ShardContent? = nil
  ) throws -> BundleRecipient {
    struct NotListed: Error {}
    let keys = known.filter { $0.deviceID == other.id }
    guard let device = Recipients.resolve(keys, list: { _ in other.list }).devices.first else { throw NotListed() }
    return BundleRecipient(device: device, prekey: prekey, prekeyBatch: batch, mark: mark, shards: shards)
  }

  func sealSingle(_ content: [UInt8], to recipient: BundleRecipient) throws -> Bundle {
    try BundleSealer.sealSingle(content, from: identity, to: recipient, cache: cache, random: random)
  }

  func sealGroup(_ content: [UInt8], _ group: GroupID, to recipients: [BundleRecipient]) throws -> Bundle {
    try BundleSealer.sealGroup(
      content, groupID: group, from: identity, to: recipients, cache: cache, random: random)
  }

  func sealCopies(_ content: [UInt8], _ group: GroupID, to recipients: [BundleRecipient]) throws -> [Bundle] {
    try BundleSealer.sealGroupCopies(
      content, groupID: group, from: identity, to: recipients, cache: cache, random: random)
  }

  func open(_ bundle: Bundle) throws -> OpenedBundle {
    try BundleOpener.open(bundle, as: identity, peers: self, cache: cache)
  }

  func open(_ bytes: [UInt8]) throws -> OpenedBundle {
    try BundleOpener.open(bytes, as: identity, peers: self, cache: cache)
  }

  // MARK: PeerLookup

  func peers() throws -> [PeerKeys] {
    if isBroken { throw Broken() }
    return known
  }

  func prekey(_ id: PrekeyID, from peer: DeviceID) throws -> P256.KeyAgreement.PrivateKey? {
    if isBroken { throw Broken() }
    prekeyLookups += 1
    return prekeys[PrekeyUse(peer: peer, prekey: id)]
  }

  func isMember(_ sender: DeviceID, of group: GroupID) throws -> Bool? {
    members[group]?.contains(sender)
  }
}
