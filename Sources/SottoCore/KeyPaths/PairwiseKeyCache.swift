import SottoCrypto
import Synchronization

/// Holds the long-term keys to each peer while the profile is unlocked, so that sealing and trial decryption cost one
/// key agreement per peer instead of one per attempt.
///
/// An entry is used only for the identity key and the ML-KEM secrets it was made from; a peer that paired again gets
/// new ones. Keys are zeroed when they are dropped.
public final class PairwiseKeyCache: Sendable {
  public enum Direction: Hashable, Sendable { case toPeer, fromPeer }

  private struct Slot: Hashable {
    let peer: DeviceID
    let direction: Direction
    let isHybrid: Bool
    /// Which of the peer's materials, in the order in which they are tried.
    let candidate: Int
  }

  private struct Entry {
    let identityKey: IdentityKey
    let quantumSecrets: SecretBytes?
    let key: SymmetricKey
  }

  private struct State {
    var entries: [Slot: Entry] = [:]
    var agreements: [DeviceID: (identityKey: IdentityKey, agreement: KeyAgreement)] = [:]
    var agreementCount = 0
  }

  private let identity: P256.KeyAgreement.PrivateKey
  private let own: (deviceID: DeviceID, identityKey: IdentityKey)
  private let state = Mutex(State())

  public init(identity: DeviceIdentity) {
    self.identity = identity.identity
    own = (identity.deviceID, identity.identityKey)
  }

  /// The key of a long-term path. `quantum` is one of the peer's, nil for the classical path.
  func key(
    for peer: PeerKeys, _ direction: Direction, quantum: QuantumKeyMaterial?, candidate: Int = 0
  ) throws(KeyPathError) -> SymmetricKey {
    let slot = Slot(
      peer: peer.deviceID, direction: direction, isHybrid: quantum != nil, candidate: candidate)
    let secrets = quantum?.sortedSecrets
    let known = state.withLock { $0.entries[slot] }
    if let known, known.identityKey == peer.identityKey, known.quantumSecrets == secrets { return known.key }

    let key = try agreement(with: peer).key(
      for: KeyPathMode(usesPrekey: false, isHybrid: quantum != nil), quantum: quantum,
      context: context(for: peer, direction))
    state.withLock {
      $0.entries[slot] = Entry(identityKey: peer.identityKey, quantumSecrets: secrets, key: key)
    }
    return key
  }

  /// Forgets one peer: its contact was deleted, or it paired again.
  public func forget(_ peer: DeviceID) {
    state.withLock { state in
      state.entries = state.entries.filter { $0.key.peer != peer }
      state.agreements[peer] = nil
    }
  }

  /// Forgets everything: the profile is locked.
  public func removeAll() {
    state.withLock {
      $0.entries = [:]
      $0.agreements = [:]
    }
  }

  /// Key agreements made since the cache was made.
  package var agreementCount: Int { state.withLock { $0.agreementCount } }

  func context(for peer: PeerKeys, _ direction: Direction) -> PairwiseContext {
    switch direction {
    case .toPeer:
      PairwiseContext(
        sender: own.deviceID, senderIdentity: own.identityKey,
        recipient: peer.deviceID, recipientIdentity: peer.identityKey)
    case .fromPeer:
      PairwiseContext(
        sender: peer.deviceID, senderIdentity: peer.identityKey,
        recipient: own.deviceID, recipientIdentity: own.identityKey)
    }
  }

  /// Counts an agreement that was made elsewhere: one with a prekey.
  func countAgreement() {
    state.withLock { $0.agreementCount += 1 }
  }

  private func agreement(with peer: PeerKeys) throws(KeyPathError) -> KeyAgreement {
    let known = state.withLock { $0.agreements[peer.deviceID] }
    if let known, known.identityKey == peer.identityKey { return known.agreement }
    guard let key = try? P256.KeyAgreement.PublicKey(x963Representation: peer.identityKey.bytes) else {
      throw .invalidPublicKey
    }
    let agreement = try KeyAgreement(own: identity, peer: key)
    state.withLock {
      $0.agreements[peer.deviceID] = (peer.identityKey, agreement)
      $0.agreementCount += 1
    }
    return agreement
  }
}
