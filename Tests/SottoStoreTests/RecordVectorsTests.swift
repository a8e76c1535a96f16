import SottoCore
import SottoCrypto
import SottoStore
import SottoWire
import TestSupport
import Testing

/// `Tests/Vectors/sotto/records.json`: every record of the store, with each of its parts there and absent. Its decoders
/// meet hostile input here too.
@Suite struct RecordVectorsTests {
  private let random = SeededRandom(seed: 2_101)
  private let time = Timestamp(milliseconds: 1_790_000_000_123)

  @Test func committedVectorsHold() throws {
    try checkVectors(
      "records",
      try keys() + contacts() + conversations() + messages() + outbox() + handled() + attachments() + settings()
        + prekeys() + peers())
  }

  private func id<ID: Identifier>(_: ID.Type = ID.self) -> ID { Samples.id(random) }
  private func messageKey() -> MessageKey { MessageKey(author: id(), id: id()) }

  // MARK: Keys

  private func keys() throws -> [StructureVector] {
    let (message, prekey) = (messageKey(), PrekeyKey(peer: id(), id: id()))
    let (file, token, secret) = (FileName.random(random), id(FileToken.self), random.secret(32))
    return [
      StructureVector("MessageKey", message, ["author": message.author, "id": message.id]),
      StructureVector("PrekeyKey", prekey, ["peer": prekey.peer, "id": prekey.id]),
      StructureVector("FileName", file, ["name": file]), StructureVector("FileToken", token, ["token": token]),
      StructureVector("RowNumber", RowNumber(rawValue: 1 << 40), ["number": 1 << 40]),
      StructureVector(
        "TokenKey", TokenKey(secret: secret), ["secret": secret.withUnsafeBytes { hex($0) }]),
    ]
  }

  // MARK: People and conversations

  private func contacts() throws -> [StructureVector] {
    let trusts: [(String, ContactRecord.Trust)] = [
      ("unverified", .unverified), ("verified", .verified(at: time)), ("keyChanged", .keyChanged(at: time)),
    ]
    var contact = ContactRecord(
      id: id(), devices: [id()], createdAt: time, safetyWords: "SwiftFox CalmOwl BraveElk")
    let plain = contact
    contact.depthFields = DepthFields(visibleThroughDepth: 2, originDepth: Depth.all[1])
    contact.devices.append(id())
    contact.nickname = "Zoë"
    contact.trust = .verified(at: time)
    return trusts.map { StructureVector("ContactRecord.Trust", $1, ["trust": $0]) } + [plain, contact].map { contact in
      StructureVector(
        "ContactRecord", contact,
        [
          "id": contact.id, "visibleThroughDepth": contact.depthFields.visibleThroughDepth,
          "originDepth": contact.depthFields.originDepth.rawValue,
          "devices": contact.devices.map(\.description).joined(separator: ", "), "nickname": contact.nickname ?? "",
          "createdAt": contact.createdAt.milliseconds, "safetyWords": contact.safetyWords,
        ])
    }
  }

  private func conversations() throws -> [StructureVector] {
    let ids: [(String, ConversationID)] = [
      ("contact", .contact(id())), ("group", .group(id())), ("peer", .peer(id())), ("sealed files", .sealedFiles),
    ]
    let (key, place) = (random.bytes(32), PlaceRecord(conversation: .sealedFiles))
    let record = try ConversationRecord(
      encoded: ids[0].1.encoded() + key + RowNumber(rawValue: 77).encoded())
    return ids.map { StructureVector("ConversationID", $1, ["kind": $0]) } + [
      StructureVector("ConversationRecord", record, ["key": hex(key), "readThrough": record.readThrough.rawValue]),
      StructureVector("PlaceRecord", place, ["kind": "sealed files"]),
    ]
  }

  private func messages() throws -> [StructureVector] {
    let plain = Samples.message(in: .contact(id()), random)
    let copies: [MessageRecord.Copy] = [
      .init(recipient: id(), path: .forwardSecret, state: .read),
      .init(recipient: id(), path: .longTermNoPQ, state: .failed(.expired)),
    ]
    let full = MessageRecord(
      key: messageKey(), conversation: .group(id()), direction: .outgoing, sentAt: time, storedAt: time,
      groupID: id(), content: random.bytes(160), copies: copies, handlerGaveUp: true)
    return copies.map { copy in
      StructureVector(
        "MessageRecord.Copy", copy,
        ["recipient": copy.recipient, "path": copy.path.rawValue, "state": "\(copy.state)"])
    } + [plain, full].map { message in
      StructureVector(
        "MessageRecord", message,
        [
          "author": message.key.author, "direction": message.direction.rawValue,
          "sentAt": message.sentAt.milliseconds, "storedAt": message.storedAt.milliseconds,
          "groupID": message.groupID?.description ?? "", "content": hex(message.content),
          "copies": message.copies.count, "handlerGaveUp": message.handlerGaveUp,
        ])
    }
  }

  // MARK: Delivery

  private func outbox() throws -> [StructureVector] {
    let plain = Samples.outboxRecord(RowNumber(rawValue: 3), to: id(), random)
    let window = OutboxRecord.Window(
      relay: RelayEndpoint(try RelayAddress(host: "relay.example", port: 7_443, pin: random.bytes(32))),
      accessKey: id())
    let full = OutboxRecord(
      entry: plain.entry, recipient: id(), messageID: id(), kind: .pair, pushID: id(), deletionKey: id(),
      window: window, prekey: try taken(), conversation: .peer(id()), uploads: [.random(random), .random(random)])
    let bodies = [
      OutboxBody(envelope: random.bytes(70), content: nil), OutboxBody(envelope: nil, content: random.bytes(20)),
    ]
    return [StructureVector("OutboxRecord.Window", window, ["accessKey": hex(window.accessKey.bytes)])]
      + [plain, full].map { record in
        StructureVector(
          "OutboxRecord", record,
          [
            "sequence": record.entry.sequence, "recipient": record.recipient, "messageID": record.messageID,
            "kind": record.kind.byte, "pushID": record.pushID, "deletionKey": record.deletionKey,
            "window": record.window == nil ? "absent" : "present",
            "prekey": record.prekey.map { hex($0.encoded()) } ?? "",
            "conversation": record.conversation.map { hex($0.encoded()) } ?? "",
            "uploads": record.uploads.map(\.description).joined(separator: ", "),
          ])
      }
      + bodies.map { body in
        StructureVector(
          "OutboxBody", body,
          ["envelope": body.envelope.map { hex($0) } ?? "", "content": body.content.map { hex($0) } ?? ""])
      }
  }

  private func handled() throws -> [StructureVector] {
    let records = [
      DedupRecord(key: messageKey(), handled: nil),
      DedupRecord(key: messageKey(), handled: HandledMessage(sentAt: time, handledAt: time)),
    ]
    let file = FileTokenRecord(message: messageKey())
    let issues = [
      IssueRecord(issue: .unauthorised(.invalidProof), messageID: id(), peer: id(), at: time),
      IssueRecord(issue: .unreadable, messageID: nil, peer: nil, at: time),
    ]
    var held = HeldEnvelopes()
    let none = held
    held.add(id(), at: time)
    held.add(id(), at: time.adding(.seconds(1)))
    return records.map { record in
      StructureVector(
        "DedupRecord", record,
        [
          "author": record.key.author, "id": record.key.id,
          "handled": record.handled.map { hex($0.encoded()) } ?? "",
        ])
    } + [StructureVector("FileTokenRecord", file, ["author": file.message.author, "id": file.message.id])]
      + issues.map { record in
        StructureVector(
          "IssueRecord", record,
          [
            "messageID": record.messageID?.description ?? "", "peer": record.peer?.description ?? "",
            "at": record.at.milliseconds,
          ])
      }
      + [none, held].map { StructureVector("HeldEnvelopes", $0, ["count": $0.count(at: time)]) }
  }

  private func attachments() throws -> [StructureVector] {
    let records = [
      AttachmentRecord(
        object: .random(random), message: messageKey(), index: 31, state: .outgoing, size: 70_000, transferred: 16,
        objectID: id(), deletionKey: id()),
      AttachmentRecord(
        object: .random(random), message: messageKey(), index: 0, state: .complete, size: 9, transferred: 9,
        objectID: nil, deletionKey: nil),
    ]
    return records.map { record in
      StructureVector(
        "AttachmentRecord", record,
        [
          "object": record.object, "author": record.message.author, "index": record.index,
          "state": record.state.rawValue, "size": record.size, "transferred": record.transferred,
          "objectID": record.objectID?.description ?? "", "deletionKey": record.deletionKey?.description ?? "",
        ])
    }
  }

  // MARK: Profile and peers

  private func settings() throws -> [StructureVector] {
    let relay = try RelayAddress("sotto://relay.example:7777/")
    return [nil, relay].map { relay in
      let settings = ProfileSettings(createdAt: time, relay: relay, accessKey: id())
      return StructureVector(
        "ProfileSettings", settings,
        [
          "createdAt": time.milliseconds, "relay": relay?.description ?? "",
          "accessKey": hex(settings.accessKey.bytes),
        ])
    }
  }

  /// Prekeys of another device for this one.
  private func stock(_ issuer: DeviceIdentity) throws -> PrekeyStock {
    let own: DeviceID = id()
    let (batch, _) = PrekeyBatch.make(counter: 7, count: 2, from: issuer, to: own, now: time, random: random)
    var stock = PrekeyStock()
    try stock.accept(batch, issuer: issuer.signingKey, recipient: own, now: time)
    return stock
  }

  private func taken() throws -> PrekeyStock.Taken {
    var stock = try stock(.generate(random: random))
    let taken = stock.takeOldest(now: time)
    return try #require(taken)
  }

  private func prekeys() throws -> [StructureVector] {
    let prekey = Samples.prekey(random)
    let (empty, stock, taken) = (PrekeyStock(), try stock(.generate(random: random)), try taken())
    return [
      StructureVector(
        "Prekey", prekey,
        [
          "id": prekey.id, "key": prekey.key.rawRepresentation.withUnsafeBytes { hex($0) },
          "public key": hex(prekey.key.publicKey.x963Representation), "expiry": prekey.expiry.milliseconds,
        ]),
      StructureVector("PrekeyStock", empty, ["counter": 0, "count": 0]),
      StructureVector("PrekeyStock", stock, ["counter": stock.counter, "count": stock.count(now: time)]),
      StructureVector("PrekeyStock.Taken", taken, ["batchCounter": taken.batchCounter, "id": taken.prekey.id]),
    ]
  }

  private func material(_ byte: UInt8) throws -> QuantumKeyMaterial {
    try #require(
      QuantumKeyMaterial(
        inviterSecret: random.secret(32), joinerSecret: random.secret(32),
        inviterCiphertext: [UInt8](repeating: byte, count: 1_568),
        joinerCiphertext: [UInt8](repeating: byte, count: 1_568)))
  }

  private func peers() throws -> [StructureVector] {
    let identity = DeviceIdentity.generate(random: random)
    let list = try DeviceList.first(of: identity, now: time)
    func package(_ relay: RelayAddress?) throws -> KeyPackage {
      try .make(identity: identity, relay: relay, accessKey: id(), encapsulationKey: nil, now: time)
    }
    func peer(_ relay: RelayAddress?) throws -> PeerRecord {
      PeerRecord(
        keyPackage: try package(relay), deviceList: list, quantum: PeerKeyMaterial(), stage: .half, pairedAt: time)
    }
    let proposal = PeerRecord.Proposal(
      keyPackage: try package(nil), deviceList: list,
      safetyWords: try SafetyWords(encoded: [0, 1, 2, 253, 254, 255]))
    var issuer = PrekeyIssuer()
    let own = DeviceIdentity.generate(random: random)
    _ = issuer.batch(for: .slots(id()), from: own, to: identity.deviceID, now: time, random: random)
    issuer.longTermMessageCame(now: time.adding(.days(8)))
    let plain = try peer(nil)
    var full = try peer(RelayAddress("sotto://relay.example:7777/"))
    full.quantum.replace(with: try material(1), at: time)
    full.quantum.replace(with: try material(2), at: time)
    full.quantum.propose(try material(3))
    full.stage = .paired
    full.mark = .current
    full.isDowngraded = true
    full.prekeyStock = try stock(identity)
    full.prekeyIssuer = issuer
    full.mailboxSeen = true
    full.proposal = proposal
    full.namelessSince = time
    return [
      StructureVector("PrekeyIssuer", PrekeyIssuer(), ["counter": 0, "longTermMessageCame": false]),
      StructureVector("PrekeyIssuer", issuer, ["counter": 1, "longTermMessageCame": true]),
      StructureVector(
        "PeerRecord.Proposal", proposal,
        [
          "signingKey": proposal.keyPackage.signingKey, "sequence": proposal.deviceList.sequence,
          "safetyWords": hex(proposal.safetyWords.encoded()),
        ]),
    ] + [plain, full].map { peer in
      StructureVector(
        "PeerRecord", peer,
        [
          "stage": peer.stage.rawValue, "pairedAt": peer.pairedAt.milliseconds, "mark": peer.mark?.description ?? "",
          "isDowngraded": peer.isDowngraded, "relay": peer.relay?.description ?? "",
          "accessKey": hex(peer.accessKey.bytes), "mailboxSeen": peer.mailboxSeen,
          "namelessSince": peer.namelessSince.map { "\($0.milliseconds)" } ?? "",
        ])
    }
  }
}
