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

  /// The joiner has proven itself, but does not know that yet: its keys open, and nothing is sealed with them. Of one
  /// that was paired before nothing else changes until it answers, which it may never do.
  func propose(_ result: PairResult) throws {
    let before = try transaction.peers.get(result.peer.deviceID)
    var peer = before ?? record(of: result)
    peer.quantum.propose(result.quantum)
    peer.proposal = .init(
      keyPackage: result.peer, deviceList: result.deviceList, safetyWords: result.safetyWords)
    try transaction.peers.put(peer.deviceID, peer)
    if before == nil { try limitHalfPaired() }
  }

  /// `peer`, as it was just written, has answered: both sides have its new keys. The greeting goes back.
  func complete(_ peer: PeerRecord, safetyWords: SafetyWords, changesKeys: Bool) throws {
    profile.keys.forget(peer.deviceID)
    try admit(peer, safetyWords: safetyWords, changesKeys: changesKeys)
    try change.addGreeting(to: peer, terms: .lastGreeting)
  }

  /// The oldest of those that never answered make room, with what waits for them.
  private func limitHalfPaired() throws {
    let half = try transaction.peers.all().filter { $0.stage == .half }.sorted { $0.pairedAt < $1.pairedAt }
    for peer in half.dropLast(Limits.halfPairedPeers) {
      for record in try transaction.outbox.to(peer.deviceID) { try change.remove(record.entry.sequence) }
      try transaction.peers.delete(peer.deviceID)
    }
  }

  // MARK: Joiner

  /// The inviter has proven itself, and knows this side: both have the keys.
  func pair(_ result: PairResult) throws {
    var peer = try transaction.peers.get(result.peer.deviceID) ?? record(of: result)
    profile.keys.forget(peer.deviceID)
    peer.proposal = nil
    peer.quantum.replace(with: result.quantum, at: change.now)
    let changesKeys = peer.renew(result.peer, result.deviceList, at: change.now)
    try transaction.peers.put(peer.deviceID, peer)
    try admit(peer, safetyWords: result.safetyWords, changesKeys: changesKeys)
    try change.addGreeting(to: peer, terms: .pairing)
  }

  // MARK: Both

  private func record(of result: PairResult) -> PeerRecord {
    PeerRecord(
      keyPackage: result.peer, deviceList: result.deviceList, quantum: PeerKeyMaterial(), stage: .half,
      pairedAt: change.now)
  }

  private func admit(_ peer: PeerRecord, safetyWords: SafetyWords, changesKeys: Bool) throws {
    let view = ProfileView(transaction, profile)
    guard var contact = try view.contact(of: peer.deviceID) else {
      let contact = ContactRecord(
        id: ContactID(unchecked: profile.random.bytes(ContactID.size)), devices: [peer.deviceID],
        createdAt: change.now, safetyWords: safetyWords.text)
      try transaction.contacts.put(contact.id, contact)
      try ConversationMove(transaction: transaction).move(from: peer.deviceID, to: contact.id)
      change.tell(.contactAdded(try view.summary(of: contact)))
      return
    }
    contact.safetyWords = safetyWords.text
    if changesKeys {
      contact.trust = .keyChanged(at: change.now)
    } else if case .verified = contact.trust {
      // There are new words to compare. That keys have changed stays said until a person has looked.
      contact.trust = .unverified
    }
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
