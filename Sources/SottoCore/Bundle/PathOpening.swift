import SottoCrypto

/// Tries what one sender sealed with the keys that its context allows.
struct PathOpening {
  struct Opened {
    let plaintext: SecretBytes
    let key: SymmetricKey
    let mode: KeyPathMode
    let usedPrekey: PrekeyID?
    let quantum: QuantumKeyMaterial?
  }

  private typealias Candidate = (key: SymmetricKey, quantum: QuantumKeyMaterial?)

  let sender: PeerKeys
  private let lookup: any PeerLookup
  private let cache: PairwiseKeyCache
  /// Long-term keys of the modes that a slot so far asked for: the same for all slots.
  private var longTermKeys: [KeyPathMode: [Candidate]] = [:]
  /// An honest sender uses a prekey once; in a second slot it would only buy work on this side.
  private var triedPrekeys: Set<PrekeyID> = []

  init(sender: PeerKeys, lookup: any PeerLookup, cache: PairwiseKeyCache) {
    self.sender = sender
    self.lookup = lookup
    self.cache = cache
  }

  /// nil where no key fits. A context with a prekey costs one key agreement if this device still has that prekey, and
  /// nothing if not; one without costs none once the peer's long-term keys are cached.
  mutating func open(
    _ box: [UInt8], _ context: SecrecyContext, authenticating associatedData: [UInt8]
  ) throws(BundleError) -> Opened? {
    guard case .keyPath(let mode) = context.mode else { return nil }
    for (key, quantum) in try mode.usesPrekey ? forwardSecretKeys(mode, context) : longTermKeys(mode) {
      if let plaintext = try? AES.GCM.openSecret(box, using: key, authenticating: associatedData) {
        return Opened(
          plaintext: plaintext, key: key, mode: mode, usedPrekey: context.prekeyID, quantum: quantum)
      }
    }
    return nil
  }

  /// Whether the sender used ML-KEM secrets and this device has none to match.
  func lacksMaterial(for context: SecrecyContext) -> Bool {
    guard case .keyPath(let mode) = context.mode else { return false }
    return mode.isHybrid && sender.openingCandidates.isEmpty
  }

  /// A classical mode is one attempt without material, whatever is on file.
  private func materials(_ mode: KeyPathMode) -> [QuantumKeyMaterial?] {
    mode.isHybrid ? sender.openingCandidates : [nil]
  }

  private mutating func longTermKeys(_ mode: KeyPathMode) -> [Candidate] {
    if let known = longTermKeys[mode] { return known }
    let keys = materials(mode).enumerated().compactMap { index, material -> Candidate? in
      (try? cache.key(for: sender, .fromPeer, quantum: material, candidate: index)).map { ($0, material) }
    }
    longTermKeys[mode] = keys
    return keys
  }

  private mutating func forwardSecretKeys(
    _ mode: KeyPathMode, _ context: SecrecyContext
  ) throws(BundleError) -> [Candidate] {
    guard let id = context.prekeyID, let prekey = try prekey(id), triedPrekeys.insert(id).inserted,
      let ephemeral = try? P256.KeyAgreement.PublicKey(x963Representation: context.ephemeralPublicKey)
    else { return [] }
    cache.countAgreement()
    guard let agreement = try? KeyAgreement(own: prekey, peer: ephemeral) else { return [] }
    let pair = cache.context(for: sender, .fromPeer)
    return materials(mode).compactMap { material in
      (try? agreement.key(for: mode, quantum: material, context: pair)).map { ($0, material) }
    }
  }

  private func prekey(_ id: PrekeyID) throws(BundleError) -> P256.KeyAgreement.PrivateKey? {
    do {
      return try lookup.prekey(id, from: sender.deviceID)
    } catch {
      throw .lookupFailed
    }
  }
}
