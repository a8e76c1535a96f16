import SottoCore
import SottoStore

/// What pairings write, inside one transaction: peers, contacts, greetings.
struct PairedPeers {
  let change: OutboxChange
  private var transaction: StoreTransaction { change.transaction }
  private var profile: OpenProfile { change.profile }

  init(change: OutboxChange) {
    self.change = change
  }

  // MARK: Inviter

  /// The joiner has proven itself, but does not know that yet: its keys open, and nothing is sealed with them. One that
  /// was paired before with the same keys goes on with what it had.
  func propose(_ result: PairResult) throws {
    let before = try transaction.peers.get(result.peer.deviceID)
    let changesKeys = before.map { result.isKeyChange(from: $0.keyPackage) } ?? false
    var peer = try renewed(before, by: result)
    peer.quantum.propose(result.quantum)
    if before == nil || changesKeys { peer.stage = .half }
    peer.proposal = .init(safetyWords: result.safetyWords, changesKeys: changesKeys)
    try transaction.peers.put(peer.deviceID, peer)
    if before == nil { try limitHalfPaired() }
  }

  /// Something came that was sealed with the new keys: both sides have them. The greeting goes back.
  func complete(_ peer: PeerRecord) throws {
    var peer = peer
    peer.quantum.confirm(at: change.now)
    peer.stage = .paired
    let proposal = peer.proposal
    peer.proposal = nil
    peer.namelessSince = nil
    try transaction.peers.put(peer.deviceID, peer)
    if let proposal {
      try admit(peer, safetyWords: proposal.safetyWords, changesKeys: proposal.changesKeys)
      try change.addGreeting(to: peer, terms: .lastGreeting)
    }
  }

  /// The oldest of those that never answered make room.
  private func limitHalfPaired() throws {
    let half = try transaction.peers.all().filter { $0.stage == .half }.sorted { $0.pairedAt < $1.pairedAt }
    for peer in half.dropLast(Limits.halfPairedPeers) { try transaction.peers.delete(peer.deviceID) }
  }

  // MARK: Joiner

  /// The inviter has proven itself, and knows this side: both have the keys.
  func pair(_ result: PairResult) throws {
    let before = try transaction.peers.get(result.peer.deviceID)
    var peer = try renewed(before, by: result)
    peer.quantum.replace(with: result.quantum, at: change.now)
    peer.stage = .paired
    peer.proposal = nil
    peer.namelessSince = nil
    try transaction.peers.put(peer.deviceID, peer)
    try admit(
      peer, safetyWords: result.safetyWords,
      changesKeys: before.map { result.isKeyChange(from: $0.keyPackage) } ?? false)
    try change.addGreeting(to: peer, terms: .pairing)
  }

  // MARK: Both

  /// A peer that pairs again starts over with its mark and its prekeys, and keeps its key material for a while.
  private func renewed(_ before: PeerRecord?, by result: PairResult) throws -> PeerRecord {
    profile.keys.forget(result.peer.deviceID)
    var peer = PeerRecord(
      keyPackage: result.peer, deviceList: result.deviceList, quantum: before?.quantum ?? PeerKeyMaterial(),
      stage: before?.stage ?? .half, pairedAt: change.now)
    if let before {
      peer.prekeyStock = before.prekeyStock
      peer.prekeyIssuer = before.prekeyIssuer
    }
    return peer
  }

  private func admit(_ peer: PeerRecord, safetyWords: SafetyWords, changesKeys: Bool) throws {
    let view = ProfileView(transaction, profile)
    guard var contact = try view.contact(of: peer.deviceID) else {
      let contact = ContactRecord(
        id: ContactID(unchecked: profile.random.bytes(ContactID.size)), devices: [peer.deviceID],
        createdAt: change.now, safetyWords: safetyWords.text)
      try transaction.contacts.put(contact.id, contact)
      change.tell(.contactAdded(try view.summary(of: contact)))
      return
    }
    contact.safetyWords = safetyWords.text
    contact.trust = changesKeys ? .keyChanged(at: change.now) : .unverified
    try transaction.contacts.put(contact.id, contact)
    let summary = try view.summary(of: contact)
    change.tell(changesKeys ? .keysChanged(summary) : .contactAdded(summary))
  }

  /// The first bundle of a pairing came: whatever of ours waited for it at the relay has done its work.
  func greetingCame(from device: DeviceID) throws {
    for record in try transaction.outbox.to(device) where record.kind == .pair || record.isGreeting {
      guard record.entry.terms.awaitsReceipt else { continue }
      try change.confirm(record.entry.sequence, .stored)
    }
    change.greetings.insert(device)
  }
}
