import SottoCrypto
import SottoWire

/// Opens a group bundle: finds this device's slot by trying, then checks everything before anything is believed.
struct GroupOpening {
  private let bundle: Bundle
  private let lookup: any PeerLookup

  init(_ bundle: Bundle, lookup: any PeerLookup) {
    self.bundle = bundle
    self.lookup = lookup
  }

  /// `senders` are the peers that have the bundle's fingerprint.
  func open(from senders: [PeerKeys], _ cache: PairwiseKeyCache) throws(BundleError) -> OpenedBundle {
    guard let group = bundle.group, !group.recipients.isEmpty else {
      throw .refused(.noGroupEnvelope, usedPrekey: nil)
    }
    guard group.recipients.count <= Limits.recipients else {
      throw .refused(.tooManyRecipients(max: Limits.recipients), usedPrekey: nil)
    }
    for sender in senders {
      var path = PathOpening(sender: sender, lookup: lookup, cache: cache)
      for slot in group.recipients {
        guard
          let opened = try path.open(slot.wrappedPayload, slot.secrecyContext, authenticating: group.blind)
        else { continue }
        return try verify(opened, group, from: sender)
      }
    }
    throw slotNotFound(group, senders, cache)
  }

  /// A slot by itself is this device's: then the reason is known.
  private func slotNotFound(
    _ group: GroupEnvelope, _ senders: [PeerKeys], _ cache: PairwiseKeyCache
  ) -> BundleError {
    let contexts = group.recipients.map(\.secrecyContext)
    if let later = contexts.first(where: { !$0.mode.isSupported }) { return .unsupportedMode(later.mode.byte) }
    let isClassicalHere = senders.contains {
      PathOpening(sender: $0, lookup: lookup, cache: cache).lacksMaterial(for: contexts[0])
    }
    if contexts.count == 1 && isClassicalHere { return .missingQuantumKeyMaterial }
    return .refused(.recipientSlotNotFound, usedPrekey: nil)
  }

  private func verify(
    _ opened: PathOpening.Opened, _ group: GroupEnvelope, from sender: PeerKeys
  ) throws(BundleError) -> OpenedBundle {
    let use = opened.use(from: sender)
    let (slot, groupID, payload) = try refusing(use) { () throws(GroupDecryptError) in
      guard let slot = try? RecipientPayload(encoded: opened.plaintext) else { throw .malformedPayload }
      try verifySignature(slot, group, of: sender)
      let (groupID, payload) = try body(slot, group, from: sender)
      return (slot, groupID, payload)
    }
    // A group that is not known here is only a name for the conversation with its sender.
    guard try isMember(sender.deviceID, of: groupID) ?? true else {
      throw .refused(.unauthorised(.notAMember), usedPrekey: use)
    }
    return OpenedBundle(
      sender: sender.deviceID, content: payload.content, groupID: groupID, mode: opened.mode,
      quantum: opened.quantum, usedPrekey: opened.usedPrekey, prekeyBatch: slot.prekeys?.batch,
      appVersion: payload.appVersion,
      downgraded: opened.isDowngrade(from: sender), shards: opened.shards(slot.shards, from: sender),
      manifest: payload.manifest)
  }

  private func refusing<Value>(
    _ use: PrekeyUse?, _ body: () throws(GroupDecryptError) -> Value
  ) throws(BundleError) -> Value {
    do {
      return try body()
    } catch {
      throw .refused(error, usedPrekey: use)
    }
  }

  private func isMember(_ sender: DeviceID, of groupID: GroupID) throws(BundleError) -> Bool? {
    do {
      return try lookup.isMember(sender, of: groupID)
    } catch {
      throw .lookupFailed
    }
  }

  private func verifySignature(
    _ slot: RecipientPayload, _ group: GroupEnvelope, of sender: PeerKeys
  ) throws(GroupDecryptError) {
    let digest = BundleAuthentication.bodyDigest(sessionKey: slot.sessionKey, ciphertext: bundle.ciphertext)
    let signed = BundleAuthentication.groupSigned(
      bundle.secrecy, blind: group.blind, blindNonce: group.blindNonce, sender: sender.deviceID,
      bodyDigest: slot.bodyDigest)
    guard Memory.equal(digest, slot.bodyDigest),
      BundleAuthentication.isValidSignature(slot.senderSignature, of: sender.signingKey, for: signed)
    else { throw .senderSignatureInvalid }
  }

  private func body(
    _ slot: RecipientPayload, _ group: GroupEnvelope, from sender: PeerKeys
  ) throws(GroupDecryptError) -> (GroupID, SealedPayload) {
    let associatedData = BundleAuthentication.associatedData(bundle.secrecy, blind: group.blind)
    guard
      let plaintext = try? AES.GCM.openSecret(
        bundle.ciphertext, using: slot.sessionKey, authenticating: associatedData)
    else { throw .bodyAuthenticationFailed }
    guard let payload = try? SealedPayload(encoded: plaintext) else { throw .malformedPayload }
    guard let groupID = payload.groupID else { throw .missingGroupID }
    guard Memory.equal(BundleAuthentication.blind(groupID, nonce: group.blindNonce), group.blind) else {
      throw .blindMismatch
    }
    guard BundleAuthentication.isValidProof(payload.senderProof, of: sender.identityKey, key: slot.sessionKey) else {
      throw .senderProofMismatch
    }
    guard payload.hasGroupShape else { throw .malformedPayload }
    return (groupID, payload)
  }
}
