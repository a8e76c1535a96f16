import SottoCore
import SottoCrypto
import SottoStore
import SottoWire
import TestSupport

/// Records with random content.
enum Samples {
  static func id<ID: Identifier>(_ random: SeededRandom) -> ID {
    ID(unchecked: random.bytes(ID.size))
  }

  static func contact(_ random: SeededRandom, id contactID: ContactID? = nil) -> ContactRecord {
    ContactRecord(
      id: contactID ?? id(random), devices: [id(random)], nickname: "nick \(hex(random.bytes(8)))", trust: .unverified,
      createdAt: Timestamp(milliseconds: 1_700_000_000_123), safetyWords: "SwiftFox CalmOwl BraveElk")
  }

  static func message(in conversation: ConversationID, _ random: SeededRandom, size: Int = 160) -> MessageRecord {
    MessageRecord(
      key: MessageKey(author: id(random), id: id(random)), conversation: conversation, direction: .incoming,
      sentAt: Timestamp(milliseconds: 1_700_000_000_000 + random.next() % 1_000_000),
      storedAt: Timestamp(milliseconds: 1_700_000_100_000), groupID: nil, content: random.bytes(size))
  }

  static func group(_ name: String, id groupID: GroupID) throws -> Group {
    let details = try GroupDetails(
      id: groupID, name: name, createdAt: Timestamp(milliseconds: 1_700_000_000_000), depthFields: .safe)
    return Group(details: details)
  }

  static func peer() throws -> PeerRecord {
    let now = Timestamp(milliseconds: 1_700_000_000_000)
    let identity = DeviceIdentity.generate()
    let package = try KeyPackage.make(
      identity: identity, relay: try RelayAddress("sotto://relay.example:7777/"),
      accessKey: AccessKey(unchecked: SystemRandom().bytes(16)), encapsulationKey: nil, now: now)
    return PeerRecord(
      keyPackage: package, deviceList: try DeviceList.first(of: identity, now: now), quantum: PeerKeyMaterial(),
      stage: .paired, pairedAt: now)
  }

  static func outboxRecord(_ sequence: RowNumber, to recipient: DeviceID, _ random: SeededRandom) -> OutboxRecord {
    OutboxRecord(
      entry: OutboxEntry(
        sequence: sequence.rawValue, mailbox: id(random), terms: .message,
        createdAt: Timestamp(milliseconds: 1_700_000_000_000)),
      recipient: recipient, messageID: id(random), kind: .bundle, pushID: id(random), deletionKey: id(random))
  }

  static func prekey(_ random: SeededRandom) -> Prekey {
    Prekey(
      id: id(random), key: P256.KeyAgreement.PrivateKey(random: random),
      expiry: Timestamp(milliseconds: 1_700_000_000_000))
  }

  private static func pairingDevice() throws -> PairingDevice {
    let identity = DeviceIdentity.generate()
    return PairingDevice(
      identity: identity, deviceList: try DeviceList.first(of: identity, now: Timestamp(milliseconds: 1)),
      relay: try RelayAddress("sotto://relay.example:7777/"), accessKey: AccessKey(unchecked: SystemRandom().bytes(16)),
      kem: nil)
  }

  /// A record in every table; what it put in, as bytes that must not be found on the disk.
  @discardableResult
  static func fill(_ store: ProfileStore, _ random: SeededRandom) throws -> [(what: String, bytes: [UInt8])] {
    let contact = contact(random)
    let conversation = ConversationID.contact(contact.id)
    let message = message(in: conversation, random)
    let peer = try peer()
    let prekey = prekey(random)
    let group = try group("A quite particular group name", id: id(random))
    let identity = DeviceIdentity.generate()
    let accessKey: AccessKey = id(random)
    let body = OutboxBody(envelope: random.bytes(600), content: random.bytes(300))
    let attachment = AttachmentRecord(
      object: .random(random), message: message.key, index: 0, state: .incoming, size: 70_000, objectID: id(random),
      deletionKey: id(random))
    let token: FileToken = id(random)
    let window = try InviterPairing(device: pairingDevice(), at: message.storedAt)
    let join = try JoinerPairing(invitation: window.invitation, device: pairingDevice(), at: message.storedAt)
    var entry: OutboxRecord?
    try store.write { transaction in
      try transaction.settings.put(.identity, identity)
      try transaction.settings.put(
        .profile, ProfileSettings(createdAt: message.storedAt, relay: peer.relay, accessKey: accessKey))
      try transaction.contacts.put(contact.id, contact)
      try transaction.openConversation(conversation).put(message)
      try transaction.peers.put(peer.deviceID, peer)
      try transaction.prekeys.put(PrekeyKey(peer: peer.deviceID, id: prekey.id), prekey)
      try transaction.groups.put(group)
      let record = outboxRecord(try transaction.outbox.next(), to: peer.deviceID, random)
      try transaction.outbox.put(record.sequence, record)
      try transaction.outboxBodies.put(record.sequence, body)
      entry = record
      try transaction.dedup.put(message.key, DedupRecord(key: message.key, handled: nil))
      try transaction.issues.put(
        transaction.issues.next(),
        IssueRecord(issue: .replayed, messageID: message.key.id, peer: message.key.author, at: message.storedAt))
      try transaction.attachments.put(attachment.object, attachment)
      try transaction.pairingWindows.put(window.invitation.windowKey, window)
      try transaction.pendingJoins.put(join.invitation.windowKey, join)
      try transaction.fileTokens.put(token, FileTokenRecord(message: message.key))
    }
    return [
      ("contact id", contact.id.bytes), ("nickname", Array((contact.nickname ?? "").utf8)),
      ("safety words", Array(contact.safetyWords.utf8)), ("contact's device", contact.devices[0].bytes),
      ("time", contact.createdAt.encoded()), ("conversation", conversation.encoded()),
      ("author", message.key.author.bytes), ("message id", message.key.id.bytes), ("content", message.content),
      ("sent at", message.sentAt.encoded()), ("stored at", message.storedAt.encoded()),
      ("peer", peer.deviceID.bytes), ("peer's key", peer.keyPackage.signingKey.bytes),
      ("peer's name", Array("\(peer.keyPackage.name)".utf8)), ("relay", Array("relay.example".utf8)),
      ("prekey id", prekey.id.bytes), ("prekey", prekey.key.rawRepresentation.withUnsafeBytes { Array($0) }),
      ("group name", Array("A quite particular group name".utf8)), ("group id", group.id.bytes),
      ("own key", identity.signing.rawRepresentation.withUnsafeBytes { Array($0) }),
      ("own device", identity.deviceID.bytes), ("access key", accessKey.bytes),
      ("envelope", body.envelope ?? []), ("reseal content", body.content ?? []),
      ("push id", entry?.pushID.bytes ?? []), ("outbox message", entry?.messageID.bytes ?? []),
      ("object id", attachment.objectID?.bytes ?? []), ("deletion key", attachment.deletionKey?.bytes ?? []),
      ("window", window.invitation.windowKey.bytes),
      ("object's name", attachment.object.bytes), ("file token", token.bytes),
    ]
  }
}
