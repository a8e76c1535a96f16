import SottoCore
import SottoCrypto
import SottoStore

/// Opens a bundle of one peer and writes what that says about the peer: used prekeys, new ones, its mark, and that a
/// pairing is complete.
struct BundleReading {
  enum Outcome {
    case opened(Opened)
    case newerVersion
    case refused(DeliveryIssue)
  }

  struct Opened {
    let bundle: OpenedBundle
    /// It completed the pairing with its sender.
    let completedPairing: Bool
  }

  let change: OutboxChange
  let peer: PeerRecord

  private var profile: OpenProfile { change.profile }
  private var transaction: StoreTransaction { change.transaction }

  func open(_ bytes: [UInt8]) throws -> Outcome {
    for candidate in peer.openingKeys(at: change.now) {
      do {
        let lookup = SenderLookup(transaction: transaction, sender: candidate.keys)
        let bundle = try BundleOpener.open(bytes, as: profile.identity, peers: lookup, cache: profile.keys)
        return .opened(try accept(bundle, isProposal: candidate.isProposal))
      } catch BundleError.unsupportedVersion, BundleError.unsupportedMode, BundleError.unsupportedEnvelopeVersion {
        return .newerVersion
      } catch BundleError.refused(.recipientSlotNotFound, usedPrekey: nil), BundleError.missingQuantumKeyMaterial {
        continue
      } catch BundleError.refused(let reason, let use) {
        if let use { try spend(use.prekey) }
        return .refused(reason.issue)
      } catch let error as BundleError where error != .lookupFailed {
        return .refused(.unreadable)
      }
    }
    return .refused(.unreadable)
  }

  /// An opened slot uses its prekey up, whatever was in it.
  private func spend(_ prekey: PrekeyID) throws {
    var peer = peer
    try transaction.prekeys.delete(PrekeyKey(peer: peer.deviceID, id: prekey))
    peer.prekeyIssuer.prekeyWasUsed(prekey)
    try transaction.peers.put(peer.deviceID, peer)
  }

  private func accept(_ bundle: OpenedBundle, isProposal: Bool) throws -> Opened {
    var peer = peer
    if let prekey = bundle.usedPrekey {
      try transaction.prekeys.delete(PrekeyKey(peer: peer.deviceID, id: prekey))
      peer.prekeyIssuer.prekeyWasUsed(prekey)
    }
    if let batch = bundle.prekeyBatch {
      // One that is not newer, or not valid, changes nothing.
      try? peer.prekeyStock.accept(
        batch, issuer: peer.keyPackage.signingKey, recipient: profile.identity.deviceID, now: change.now)
    }
    peer.mark = CapabilityMark.raised(peer.mark, by: bundle.appVersion)
    if bundle.downgraded, !peer.isDowngraded {
      try change.report(.downgraded, peer: peer.deviceID)
    }
    peer.isDowngraded = bundle.downgraded
    try transaction.peers.put(peer.deviceID, peer)
    let completes = isProposal || peer.stage == .half
    if completes { try PairedPeers(change: change).complete(peer) }
    return Opened(bundle: bundle, completedPairing: completes)
  }
}

/// The one peer whose envelope it is, and its prekeys.
private struct SenderLookup: PeerLookup {
  let transaction: StoreTransaction
  let sender: PeerKeys

  func peers() -> [PeerKeys] { [sender] }

  func prekey(_ id: PrekeyID, from peer: DeviceID) throws -> P256.KeyAgreement.PrivateKey? {
    try transaction.prekeys.get(PrekeyKey(peer: peer, id: id))?.key
  }

  func isMember(_ sender: DeviceID, of id: GroupID) throws -> Bool? {
    guard let group = try transaction.groups.get(id) else { return nil }
    let keyring = transaction.groups.keyring
    for depth in Depth.all {
      guard let members = try? group.members(atDepth: depth, keys: keyring) else { continue }
      for member in members where try transaction.contacts.get(member)?.devices.contains(sender) == true {
        return true
      }
    }
    return false
  }
}

extension GroupDecryptError {
  var issue: DeliveryIssue {
    switch self {
    case .noGroupEnvelope, .tooManyRecipients, .recipientSlotNotFound, .malformedPayload, .bodyAuthenticationFailed:
      .unreadable
    case .senderSignatureInvalid: .unauthorised(.invalidSignature)
    case .senderProofMismatch: .unauthorised(.invalidProof)
    case .missingGroupID, .blindMismatch: .unauthorised(.groupMismatch)
    case .unauthorised(.notAMember): .unauthorised(.notAMember)
    }
  }
}
