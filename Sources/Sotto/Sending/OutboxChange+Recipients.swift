import SottoCore
import SottoCrypto
import SottoStore

extension OutboxChange {
  /// The devices that may get a copy: paired, and on their account's list. The others are reported. Two contacts can
  /// share a device; it gets one.
  func recipients(_ devices: [DeviceID]) throws -> Recipients {
    var peers: [PeerRecord] = []
    for device in devices {
      if let peer = try transaction.peers.get(device), peer.stage == .paired {
        peers.append(peer)
      } else {
        try report(.deviceNotListed(device, .noList), peer: device)
      }
    }
    let lists = Dictionary(peers.map { ($0.deviceID, $0.deviceList) }, uniquingKeysWith: { first, _ in first })
    let recipients = Recipients.resolve(peers.map(\.sealingKeys)) { lists[$0] }
    for refused in recipients.refused {
      try report(.deviceNotListed(refused.device, refused.reason.issue), peer: refused.device)
    }
    return recipients
  }

  /// Owes `device` a receipt. It gathers with others in an entry that has not been sealed yet.
  func addReceipt(_ state: ReceiptBody.State, for message: MessageID, to device: DeviceID) throws {
    guard let peer = try transaction.peers.get(device), peer.stage == .paired, peer.relay != nil else { return }
    let entry = ReceiptBody.Entry(state: state, messageID: message)
    for record in try transaction.outbox.to(device) where record.isReceipt && record.entry.state == .queued {
      guard var body = try unlessDamaged({ try transaction.outboxBodies.get(record.sequence) }), body.envelope == nil,
        let gathered = try? ReceiptBody(encoded: body.content ?? []),
        let all = try? ReceiptBody(entries: gathered.entries + [entry])
      else { continue }
      body.content = all.encoded()
      try transaction.outboxBodies.put(record.sequence, body)
      return
    }
    let receipt = try ReceiptBody(entries: [entry])
    try add(
      QueuedCopy(to: peer, messageID: .random(profile.random), kind: .bundle, terms: .receipt),
      body: OutboxBody(envelope: nil, content: receipt.encoded()))
  }

  /// The first bundle after a pairing. The joiner's waits for the inviter's in return.
  func addGreeting(to peer: PeerRecord, terms: OutboxEntry.Terms) throws {
    guard peer.relay != nil else { return }
    try add(
      QueuedCopy(to: peer, messageID: .random(profile.random), kind: .bundle, terms: terms),
      body: OutboxBody(envelope: nil, content: ReceiptBody().encoded()))
  }
}

extension MessageID {
  static func random(_ random: any RandomSource) -> MessageID {
    MessageID(unchecked: random.bytes(size))
  }
}

extension Recipients.Refusal {
  var issue: DeliveryIssue.Unlisted {
    switch self {
    case .noDeviceList, .listSignatureInvalid: .noList
    case .notListed: .notOnList
    }
  }
}

extension OutboxChange {
  /// Hands out prekeys in a message of their own.
  func addPrekeys(to peer: PeerRecord) throws {
    var peer = peer
    guard let due = peer.prekeyIssuer.batch(
      for: .alone, from: profile.identity, to: peer.deviceID, now: now, random: profile.random)
    else { return }
    for prekey in due.newPrekeys {
      try transaction.prekeys.put(PrekeyKey(peer: peer.deviceID, id: prekey.id), prekey)
    }
    try transaction.peers.put(peer.deviceID, peer)
    try add(
      QueuedCopy(to: peer, messageID: .random(profile.random), kind: .control, terms: .receipt),
      body: OutboxBody(envelope: nil, content: ControlMessage.prekeys(due.batch).encoded()))
  }
}
