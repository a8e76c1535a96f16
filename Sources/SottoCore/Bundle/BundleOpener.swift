import SottoCrypto
import SottoWire

/// Opens bundles. It changes nothing: an `OpenedBundle`, or the error, says what there is to store and to delete.
public enum BundleOpener {
  /// Decodes and opens.
  public static func open(
    _ bytes: [UInt8], as identity: DeviceIdentity, peers lookup: any PeerLookup, cache: PairwiseKeyCache
  ) throws(BundleError) -> OpenedBundle {
    try open(try Bundle.decode(bytes), as: identity, peers: lookup, cache: cache)
  }

  public static func open(
    _ bundle: Bundle, as identity: DeviceIdentity, peers lookup: any PeerLookup, cache: PairwiseKeyCache
  ) throws(BundleError) -> OpenedBundle {
    let isGroup: Bool
    switch bundle.secrecy.mode {
    case .keyPath: isGroup = false
    case .group: isGroup = true
    case .session, .unsupported: throw .unsupportedMode(bundle.secrecy.mode.byte)
    }
    let senders = try senders(of: bundle, lookup)
    if isGroup {
      return try GroupOpening(bundle, lookup: lookup).open(from: senders, cache)
    }
    return try openSingle(bundle, as: identity, from: senders, lookup, cache)
  }

  /// Peers whose fingerprint the bundle has: one, but for two peers that claim one identity key.
  private static func senders(
    of bundle: Bundle, _ lookup: any PeerLookup
  ) throws(BundleError) -> [PeerKeys] {
    let peers: [PeerKeys]
    do {
      peers = try lookup.peers()
    } catch {
      throw .lookupFailed
    }
    let senders = peers.filter {
      BundleAuthentication.fingerprint(of: $0.identityKey, nonce: bundle.fingerprintNonce)
        == bundle.senderFingerprint
    }
    guard !senders.isEmpty else { throw .unknownSender }
    return senders
  }

  private static func openSingle(
    _ bundle: Bundle, as identity: DeviceIdentity, from senders: [PeerKeys], _ lookup: any PeerLookup,
    _ cache: PairwiseKeyCache
  ) throws(BundleError) -> OpenedBundle {
    let associatedData = BundleAuthentication.associatedData(bundle.secrecy)
    var lacksMaterial = false
    for sender in senders {
      var path = PathOpening(sender: sender, lookup: lookup, cache: cache)
      lacksMaterial = lacksMaterial || path.lacksMaterial(for: bundle.secrecy)
      guard let opened = try path.open(bundle.ciphertext, bundle.secrecy, authenticating: associatedData) else {
        continue
      }
      do throws(GroupDecryptError) {
        return try SinglePayload(opened, of: bundle, from: sender, to: identity.deviceID).verified()
      } catch {
        throw .refused(error, usedPrekey: opened.use(from: sender))
      }
    }
    if lacksMaterial { throw .missingQuantumKeyMaterial }
    throw .refused(.recipientSlotNotFound, usedPrekey: nil)
  }
}

extension PathOpening.Opened {
  func use(from sender: PeerKeys) -> PrekeyUse? {
    usedPrekey.map { PrekeyUse(peer: sender.deviceID, prekey: $0) }
  }

  /// A classical path from a peer with ML-KEM secrets.
  func isDowngrade(from sender: PeerKeys) -> Bool { !mode.isHybrid && sender.quantum != nil }

  /// Custody is accepted only with forward secrecy and without a downgrade, whatever the sender claims. A section that
  /// does not decode counts as none.
  func shards(_ section: SecretBytes?, from sender: PeerKeys) -> ShardContent? {
    guard let section, mode.usesPrekey, !isDowngrade(from: sender) else { return nil }
    return try? ShardSection(encoded: section).content
  }
}

/// The checks on a single-recipient bundle whose ciphertext opened.
private struct SinglePayload {
  let opened: PathOpening.Opened
  let bundle: Bundle
  let sender: PeerKeys
  let recipient: DeviceID

  init(_ opened: PathOpening.Opened, of bundle: Bundle, from sender: PeerKeys, to recipient: DeviceID) {
    self.opened = opened
    self.bundle = bundle
    self.sender = sender
    self.recipient = recipient
  }

  func verified() throws(GroupDecryptError) -> OpenedBundle {
    guard let payload = try? SealedPayload(encoded: opened.plaintext), payload.hasSingleShape else {
      throw .malformedPayload
    }
    let signed = BundleAuthentication.singleSigned(
      bundle.secrecy, sender: sender.deviceID, recipient: recipient, payload: payload)
    guard let signature = payload.senderSignature,
      BundleAuthentication.isValidSignature(signature, of: sender.signingKey, for: signed)
    else { throw .senderSignatureInvalid }
    guard BundleAuthentication.isValidProof(payload.senderProof, of: sender.identityKey, key: opened.key) else {
      throw .senderProofMismatch
    }
    return OpenedBundle(
      sender: sender.deviceID, content: payload.content, groupID: nil, mode: opened.mode,
      quantum: opened.quantum, usedPrekey: opened.usedPrekey, prekeyBatch: payload.prekeys?.batch,
      appVersion: payload.appVersion,
      downgraded: opened.isDowngrade(from: sender), shards: opened.shards(payload.shards, from: sender),
      manifest: nil)
  }
}
