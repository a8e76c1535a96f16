import SottoCore
import SottoStore

extension PeerRecord {
  /// What is sealed to this peer with.
  var sealingKeys: PeerKeys { keys(quantum.current) }

  /// What this peer may have sealed with, in the order in which it is tried. Until a pairing is completed what it
  /// proposes comes first, by itself: what that opens completes it.
  func openingKeys(at now: Timestamp) -> [(keys: PeerKeys, isProposal: Bool)] {
    let all = PeerKeys(
      signingKey: keyPackage.signingKey, identityKey: keyPackage.identityKey, material: quantum, now: now)
    guard quantum.hasProposal else { return [(all, false)] }
    // A classical proposal brings no material: then the first candidate is one of before.
    let first = quantum.openingCandidates(at: now).first
    return [(keys(first == quantum.current ? nil : first), true), (all, false)]
  }

  private func keys(_ quantum: QuantumKeyMaterial?) -> PeerKeys {
    PeerKeys(signingKey: keyPackage.signingKey, identityKey: keyPackage.identityKey, quantum: quantum)
  }

  var name: String { keyPackage.name.text }
  var isHybrid: Bool { quantum.current != nil }
}
