import SottoCore
import SottoCrypto
import SottoStore

/// Opens a bundle of one peer and writes what that says about the peer: used prekeys, new ones, its mark, and that a
/// pairing is complete.
struct BundleReading {
  enum Outcome {
    case opened(OpenedBundle)
    case newerVersion
    /// Made for this device, but not what it claims
    case refused(DeliveryIssue)
    /// No key opens it: it is for others, or was changed where that cannot be told from being for others.
    case notForThisDevice
    /// Not the encoding of a bundle
    case malformed
  }

  /// A peer that may have sealed it, with the keys to try.
  struct Candidate {
    let peer: PeerRecord
    let keys: PeerKeys
    let isProposal: Bool
  }

  let change: OutboxChange
  private let rounds: [[Candidate]]

  private var profile: OpenProfile { change.profile }
  private var transaction: StoreTransaction { change.transaction }

  /// The bundle came in an envelope of this peer, which is the only possible sender.
  init(change: OutboxChange, peer: PeerRecord) {
    self.change = change
    rounds = Self.candidates(peer, at: change.now).map { [$0] }
  }

  /// The bundle came in a file: its fingerprint tells the sender.
  init(change: OutboxChange) throws {
    self.change = change
    let all = try change.transaction.peers.all().flatMap { Self.candidates($0, at: change.now) }
    rounds = [all.filter(\.isProposal), all.filter { !$0.isProposal }]
  }

  private static func candidates(_ peer: PeerRecord, at now: Timestamp) -> [Candidate] {
    peer.openingKeys(at: now).map { Candidate(peer: peer, keys: $0.keys, isProposal: $0.isProposal) }
  }

  func open(_ bytes: [UInt8]) throws -> Outcome {
    var lacksMaterial = false
    for candidates in rounds where !candidates.isEmpty {
      let lookup = SenderLookup(transaction: transaction, senders: candidates.map(\.keys), now: change.now)
      let opening = Result { () throws(BundleError) in
        try BundleOpener.open(bytes, as: profile.identity, peers: lookup, cache: profile.keys)
      }
      // Every error but that of the own store is said of the bundle, so that none of them comes again for ever.
      switch opening {
      case .success(let bundle):
        guard let sender = candidates.first(where: { $0.peer.deviceID == bundle.sender }) else { continue }
        // What was sealed without the proposed material does not show that the sender has it.
        if sender.isProposal, bundle.downgraded { continue }
        return .opened(try accept(bundle, from: sender))
      case .failure(.lookupFailed):
        throw BundleError.lookupFailed
      case .failure(.unsupportedVersion), .failure(.unsupportedMode), .failure(.unsupportedEnvelopeVersion):
        return .newerVersion
      case .failure(.missingQuantumKeyMaterial):
        lacksMaterial = true
      case .failure(.refused(.recipientSlotNotFound, usedPrekey: nil)), .failure(.unknownSender):
        continue
      case .failure(.refused(let reason, let use)):
        if let use { try spend(use) }
        return .refused(reason.issue)
      case .failure(.malformed), .failure(.tooLarge), .failure(.groupHasNoMembers), .failure(.tooManyRecipients),
        .failure(.contentTooLong), .failure(.keyPath), .failure(.prekeyBatchSize), .failure(.tooManyShards),
        .failure(.sealingFailed):
        return .malformed
      }
    }
    return try !lacksMaterial && namesPrekey(bytes) ? .refused(.unreadable) : .notForThisDevice
  }

  /// One of the prekeys that this device gave away: nobody else has it, so the bundle was made for this device. The
  /// prekey stays, for the bundle as it was.
  private func namesPrekey(_ bytes: [UInt8]) throws -> Bool {
    guard let bundle = try? Bundle.decode(bytes) else { return false }
    let contexts = [bundle.secrecy] + (bundle.group?.recipients.map(\.secrecyContext) ?? [])
    let peers = Set(rounds.joined().map(\.peer.deviceID))
    for id in Set(contexts.compactMap(\.prekeyID)) {
      for peer in peers where try transaction.prekeys.contains(PrekeyKey(peer: peer, id: id)) { return true }
    }
    return false
  }

  /// An opened slot uses its prekey up, whatever was in it.
  private func spend(_ use: PrekeyUse) throws {
    try transaction.prekeys.delete(PrekeyKey(peer: use.peer, id: use.prekey))
    guard var peer = try transaction.peers.get(use.peer) else { return }
    peer.prekeyIssuer.prekeyWasUsed(use.prekey)
    try transaction.peers.put(use.peer, peer)
  }

  private func accept(_ bundle: OpenedBundle, from sender: Candidate) throws -> OpenedBundle {
    var peer = sender.peer
    let completed = sender.isProposal ? peer.confirmProposal(at: change.now) : nil
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
    if let completed {
      try PairedPeers(change: change).complete(
        peer, safetyWords: completed.safetyWords, changesKeys: completed.changesKeys)
    }
    return bundle
  }
}

/// Who may have sealed a bundle, and their prekeys.
private struct SenderLookup: PeerLookup {
  let transaction: StoreTransaction
  let senders: [PeerKeys]
  let now: Timestamp

  func peers() -> [PeerKeys] { senders }

  /// None from the time on at which it is to be deleted, whenever that is done.
  func prekey(_ id: PrekeyID, from peer: DeviceID) throws -> P256.KeyAgreement.PrivateKey? {
    let prekey = try unlessDamaged { try transaction.prekeys.get(PrekeyKey(peer: peer, id: id)) }
    return prekey.flatMap { $0.deletionTime < now ? nil : $0.key }
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
