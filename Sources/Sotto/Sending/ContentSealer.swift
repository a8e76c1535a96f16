import SottoCore
import SottoStore

/// Seals content to peers inside one transaction: takes their prekeys, hands out own ones, writes both.
struct ContentSealer {
  /// Whether a prekey is used where there is one. Receipts leave them alone.
  enum Path { case prekeyWhereStocked, longTerm }

  /// One peer's sealed envelope.
  struct Copy {
    let peer: PeerRecord
    let envelope: [UInt8]
    let path: KeyPathMode
    let prekey: PrekeyStock.Taken?
  }

  /// What is sealed: padded content and what of it stands in the envelope too.
  struct Content {
    let padded: [UInt8]
    let messageID: MessageID
    let sentAt: Timestamp

    init(_ envelope: ContentEnvelope) throws(ContentError) {
      padded = try envelope.padded()
      messageID = envelope.messageID
      sentAt = envelope.sentAt
    }
  }

  let change: OutboxChange
  private var profile: OpenProfile { change.profile }

  init(change: OutboxChange) {
    self.change = change
  }

  /// One copy for each device, in their order; with a group, slices of group bundles.
  func seal(
    _ content: Content, to devices: [ListedDevice], group: GroupID? = nil, path: Path = .prekeyWhereStocked
  ) throws -> [Copy] {
    let prepared = try devices.map { try prepare($0, for: .bundle(content.messageID), path: path) }
    let bundles = try self.bundles(content.padded, to: prepared.map(\.recipient), group: group)
    return try zip(prepared, bundles).map { prepared, bundle in
      let contents = EnvelopeContents(
        author: profile.identity.signingKey, messageID: content.messageID, sentAt: content.sentAt, kind: .bundle,
        body: bundle.encoded())
      let envelope = try Envelope.seal(
        contents, by: profile.identity.signing, to: prepared.peer.keyPackage.mailboxKey, random: profile.random)
      return Copy(
        peer: prepared.peer, envelope: envelope.encoded(), path: prepared.recipient.path, prekey: prepared.prekey)
    }
  }

  private func bundles(
    _ padded: [UInt8], to recipients: [BundleRecipient], group: GroupID?
  ) throws -> [Bundle] {
    guard let group else {
      return try recipients.map {
        try BundleSealer.sealSingle(
          padded, from: profile.identity, to: $0, cache: profile.keys, random: profile.random)
      }
    }
    return try stride(from: 0, to: recipients.count, by: Limits.recipients).flatMap { start in
      try BundleSealer.sealGroupCopies(
        padded, groupID: group, from: profile.identity,
        to: Array(recipients[start..<min(start + Limits.recipients, recipients.count)]), cache: profile.keys,
        random: profile.random)
    }
  }

  /// The bundles of a file: to one device outside a group one of its own, else group bundles with all slots.
  func sealFile(
    _ content: Content, to devices: [ListedDevice], group: GroupID?
  ) throws -> (bundles: [[UInt8]], paths: [KeyPathMode]) {
    if group == nil, devices.count == 1 {
      let prepared = try prepare(devices[0], for: .bundle(content.messageID), path: .prekeyWhereStocked)
      let bundle = try BundleSealer.sealSingle(
        content.padded, from: profile.identity, to: prepared.recipient, cache: profile.keys, random: profile.random)
      return ([bundle.encoded()], [prepared.recipient.path])
    }
    let group = group ?? GroupID(unchecked: profile.random.bytes(GroupID.size))
    let recipients = try devices.map {
      try prepare($0, for: .slots(content.messageID), path: .prekeyWhereStocked).recipient
    }
    let bundles = try stride(from: 0, to: recipients.count, by: Limits.recipients).map { start in
      try BundleSealer.sealGroup(
        content.padded, groupID: group, from: profile.identity,
        to: Array(recipients[start..<min(start + Limits.recipients, recipients.count)]), cache: profile.keys,
        random: profile.random
      ).encoded()
    }
    return (bundles, recipients.map(\.path))
  }

  // MARK: Prekeys

  struct Prepared {
    let peer: PeerRecord
    let recipient: BundleRecipient
    let prekey: PrekeyStock.Taken?
  }

  /// Takes a prekey of the peer and gives it one of ours where that is due, and writes both.
  func prepare(_ device: ListedDevice, for carrier: PrekeyIssuer.Carrier, path: Path) throws -> Prepared {
    guard var peer = try change.transaction.peers.get(device.deviceID) else {
      throw SottoError.notFound(.recipient, "\(device.deviceID)")
    }
    var prekey: PrekeyStock.Taken?
    var batch: PrekeyBatch?
    if path == .prekeyWhereStocked {
      prekey = peer.prekeyStock.takeOldest(now: change.now)
      if let due = peer.prekeyIssuer.batch(
        for: carrier, from: profile.identity, to: peer.deviceID, now: change.now, random: profile.random)
      {
        batch = due.batch
        try store(due.newPrekeys, for: peer.deviceID)
      }
      try change.transaction.peers.put(peer.deviceID, peer)
    }
    let recipient = BundleRecipient(device: device, prekey: prekey?.prekey, prekeyBatch: batch, mark: peer.mark)
    return Prepared(peer: peer, recipient: recipient, prekey: prekey)
  }

  func store(_ prekeys: [Prekey], for peer: DeviceID) throws {
    for prekey in prekeys {
      try change.transaction.prekeys.put(PrekeyKey(peer: peer, id: prekey.id), prekey)
    }
  }
}
