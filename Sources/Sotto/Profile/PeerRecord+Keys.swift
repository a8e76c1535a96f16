import SottoCore
import SottoStore

extension PeerRecord {
  /// What is sealed to this peer with.
  var sealingKeys: PeerKeys { keys(quantum.current) }

  /// What this peer may have sealed with, in the order in which it is tried. Until a pairing is completed what it
  /// proposes comes first, by itself: what that opens completes it.
  func openingKeys(at now: Timestamp) -> [(keys: PeerKeys, isProposal: Bool)] {
    let known = PeerKeys(
      signingKey: keyPackage.signingKey, identityKey: keyPackage.identityKey, material: quantum, now: now)
    guard let proposal else { return [(known, false)] }
    let proposed = PeerKeys(
      signingKey: proposal.keyPackage.signingKey, identityKey: proposal.keyPackage.identityKey,
      quantum: quantum.proposed)
    return stage == .half ? [(proposed, true)] : [(proposed, true), (known, false)]
  }

  private func keys(_ quantum: QuantumKeyMaterial?) -> PeerKeys {
    PeerKeys(signingKey: keyPackage.signingKey, identityKey: keyPackage.identityKey, quantum: quantum)
  }

  var name: String { keyPackage.name.text }
  var isHybrid: Bool { quantum.current != nil }
}

extension PeerRecord {
  /// A pairing with this peer has come to its end: it counts as its package tells. The mark and the prekeys both ways
  /// start over, for the other side may have lost them; what was sealed with ours still opens. Returns whether the keys
  /// are others than those that were known.
  mutating func renew(_ keyPackage: KeyPackage, _ deviceList: DeviceList, at now: Timestamp) -> Bool {
    let changesKeys = stage == .paired && keyPackage.isKeyChange(from: self.keyPackage)
    if keyPackage.relay != relay || keyPackage.mailboxKey != self.keyPackage.mailboxKey { mailboxSeen = false }
    self.keyPackage = keyPackage
    self.deviceList = deviceList
    relay = keyPackage.relay
    accessKey = keyPackage.accessKey
    stage = .paired
    pairedAt = now
    namelessSince = nil
    mark = nil
    isDowngraded = false
    prekeyStock = PrekeyStock()
    prekeyIssuer.peerStartedOver()
    return changesKeys
  }

  /// Something came that was sealed with the proposed keys: both sides have them. nil where nothing is proposed.
  mutating func confirmProposal(at now: Timestamp) -> (safetyWords: SafetyWords, changesKeys: Bool)? {
    guard let proposal else { return nil }
    self.proposal = nil
    quantum.confirm(at: now)
    return (proposal.safetyWords, renew(proposal.keyPackage, proposal.deviceList, at: now))
  }
}
