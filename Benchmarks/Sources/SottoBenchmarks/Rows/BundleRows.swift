import SottoCore
import SottoCrypto

/// A bundle of 1 KiB to 32 hybrid devices, each by a prekey, against the same primitive calls in a bare loop.
struct BundleRows {
  private static let content = [UInt8](repeating: 7, count: 7 * 160)
  /// Bytes of a slot's payload without prekeys, as the shard section of the smallest tier makes it.
  private static let slotSize = 720

  private let random = SystemRandom()
  private let sender: DeviceIdentity
  private let cache: PairwiseKeyCache
  private let receivers: [Receiver]

  private struct Receiver {
    let identity: DeviceIdentity
    let prekey: Prekey
    let quantum: QuantumKeyMaterial
    let recipient: BundleRecipient
  }

  private struct SetupFailed: Error {}

  init() throws {
    let now = Timestamp(milliseconds: 1_790_000_000_000)
    sender = DeviceIdentity.generate()
    cache = PairwiseKeyCache(identity: sender)
    receivers = try (0..<32).map { _ in
      let identity = DeviceIdentity.generate()
      let list = try DeviceList.first(of: identity, now: now)
      guard
        let quantum = QuantumKeyMaterial(
          inviterSecret: SystemRandom().secret(32), joinerSecret: SystemRandom().secret(32),
          inviterCiphertext: SystemRandom().bytes(1_568), joinerCiphertext: SystemRandom().bytes(1_568)),
        let id = PrekeyID(SystemRandom().bytes(16)),
        let device = Recipients.resolve(
          [PeerKeys(signingKey: identity.signingKey, identityKey: identity.identityKey, quantum: quantum)],
          list: { _ in list }
        ).devices.first
      else { throw SetupFailed() }
      let prekey = Prekey(id: id, key: P256.KeyAgreement.PrivateKey(), expiry: now.adding(.days(30)))
      return Receiver(
        identity: identity, prekey: prekey, quantum: quantum,
        recipient: BundleRecipient(device: device, prekey: prekey.publicHalf))
    }
  }

  private func sealed() throws -> Bundle {
    guard let group = GroupID(random.bytes(16)) else { throw SetupFailed() }
    return try BundleSealer.sealGroup(
      Self.content, groupID: group, from: sender, to: receivers.map(\.recipient), cache: cache)
  }

  func seal(quick: Bool) throws -> Measurement {
    let payload = [UInt8](repeating: 1, count: Self.slotSize)
    let message = [UInt8](repeating: 2, count: 200)
    return try Stopwatch.compare(quick: quick, calls: 20) {
      _ = try sealed().encoded()
    } _: {
      let sessionKey = SymmetricKey.random(random)
      _ = try AES.GCM.seal(Self.content, using: sessionKey, authenticating: [])
      _ = sender.signing.signature(for: message)
      for receiver in receivers {
        let ephemeral = P256.KeyAgreement.PrivateKey()
        let shared = try ephemeral.sharedSecretFromKeyAgreement(with: receiver.prekey.key.publicKey)
        let key = HKDF.deriveKey(
          input: .concatenation([shared.secret, receiver.quantum.sortedSecrets]), salt: message, info: message)
        _ = try AES.GCM.seal(payload, using: key, authenticating: [])
      }
    }
  }

  /// Our slot is the last one, so 31 others are looked at first.
  func open(quick: Bool) throws -> Measurement {
    let bytes = try sealed().encoded()
    let bundle = try Bundle.decode(bytes)
    guard let own = receivers.first(where: { $0.prekey.id == bundle.group?.recipients.last?.secrecyContext.prekeyID })
    else { throw SetupFailed() }
    let lookup = Lookup(
      sender: PeerKeys(signingKey: sender.signingKey, identityKey: sender.identityKey, quantum: own.quantum),
      prekey: own.prekey)
    let ownCache = PairwiseKeyCache(identity: own.identity)

    let key = SymmetricKey.random(random)
    let slot = try AES.GCM.seal([UInt8](repeating: 1, count: Self.slotSize), using: key, authenticating: [])
    let body = try AES.GCM.seal(Self.content, using: key, authenticating: [])
    let message = [UInt8](repeating: 2, count: 200)
    let signature = sender.signing.signature(for: message)
    let ephemeral = P256.KeyAgreement.PrivateKey().publicKey
    return try Stopwatch.compare(quick: quick, calls: 200) {
      _ = try BundleOpener.open(bytes, as: own.identity, peers: lookup, cache: ownCache)
    } _: {
      let peer = try P256.KeyAgreement.PublicKey(x963Representation: ephemeral.x963Representation)
      let shared = try own.prekey.key.sharedSecretFromKeyAgreement(with: peer)
      _ = HKDF.deriveKey(
        input: .concatenation([shared.secret, own.quantum.sortedSecrets]), salt: message, info: message)
      _ = try AES.GCM.open(slot, using: key, authenticating: [])
      _ = try AES.GCM.open(body, using: key, authenticating: [])
      _ = sender.signing.publicKey.isValidSignature(signature, for: message)
      // Fingerprint, key context, commitment to the session key, digest of the body; blind and proof.
      _ = SHA256.hash(ephemeral.x963Representation, message)
      _ = SHA256.hash(message)
      _ = SHA256.hash(message)
      _ = SHA256.hash(body)
      _ = HMAC.authenticationCode(for: message, using: key)
      _ = HMAC.isValid(message, for: ephemeral.x963Representation, using: key)
    }
  }

  private struct Lookup: PeerLookup {
    let sender: PeerKeys
    let prekey: Prekey

    func peers() -> [PeerKeys] { [sender] }
    func prekey(_ id: PrekeyID, from peer: DeviceID) -> P256.KeyAgreement.PrivateKey? {
      id == prekey.id ? prekey.key : nil
    }
    func isMember(_ sender: DeviceID, of group: GroupID) -> Bool? { nil }
  }
}
