import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

/// `Tests/Vectors/sotto/bundle.json`: a group bundle for three devices on three key paths, a single-recipient bundle,
/// and every structure inside them, with the keys that open them.
@Suite struct BundleVectorTests {
  let random = SeededRandom(seed: 1_002)
  let alice: TestDevice
  /// Forward-secret hybrid, long-term hybrid, long-term classical
  let members: [TestDevice]
  let prekey: PublicPrekey
  let group: GroupID
  let content = Array("one bundle, three devices".utf8)

  init() throws {
    alice = try TestDevice(random)
    members = try (0..<3).map { [random] _ in try TestDevice(random) }
    group = GroupID(unchecked: random.bytes(16))
    for (index, member) in members.enumerated() {
      alice.pair(with: member, index < 2 ? try TestDevice.material(random) : nil)
    }
    prekey = members[0].prekey(for: alice)
  }

  @Test func committedVectors() throws {
    let batch = PrekeyBatch.make(
      counter: 3, count: 5, from: alice.identity, to: members[2].id, now: TestDevice.now, random: random
    ).batch
    let shards = ShardContent(
      operations: [
        try #require(
          ShardOperation(
            kind: .distribute, shardID: ShardID(unchecked: random.bytes(16)),
            body: random.secret(ShardOperation.bodySize)))
      ], custodyManifest: [], expectedShards: [ShardID(unchecked: random.bytes(16))], metadataAttempted: true,
      counter: 12)
    let bundle = try alice.sealGroup(
      content, group,
      to: [
        try alice.recipient(members[0], prekey: prekey, mark: .current, shards: shards),
        try alice.recipient(members[1]), try alice.recipient(members[2], batch: batch),
      ])
    let single = try alice.sealSingle(content, to: try alice.recipient(members[2]))
    try checkVectors(
      "bundle",
      [device("sender", alice)] + members.enumerated().map { device("recipient \($0 + 1)", $1) }
        + [
          StructureVector(
            "PrekeyBatch", batch,
            [
              "counter": batch.counter, "createdAt": batch.createdAt.milliseconds, "expiry": batch.expiry.milliseconds,
              "issuer": alice.id, "recipient": members[2].id,
              "prekeys": batch.prekeys.map { "\($0.id) \($0.key)" }.joined(separator: " "),
              "signature": hex(batch.signature),
            ])
        ] + (try groupVectors(bundle)) + (try singleVectors(single)) + (try fileVectors([bundle, single]))
        + (try partVectors(bundle, batch)))
  }

  // MARK: Parts

  private func device(_ role: String, _ device: TestDevice) -> StructureVector {
    let quantum = role == "sender" ? nil : device.known.first?.quantum
    let prekeys = device.prekeys.map { "\($0.key.prekey) \(hex(bytes($0.value.rawRepresentation)))" }
    let own = device.identity
    return StructureVector(
      "keys of the \(role)", bytes: device.id.bytes,
      [
        "signingSeed": hex(bytes(own.signing.rawRepresentation)), "signingKey": own.signingKey,
        "identityPrivateKey": hex(bytes(own.identity.rawRepresentation)), "identityKey": own.identityKey,
        "ss1": quantum.map { hex(bytes($0.inviterSecret)) } ?? "",
        "ss2": quantum.map { hex(bytes($0.joinerSecret)) } ?? "",
        "prekeys": prekeys.joined(separator: " "),
      ], again: { SHA256.hash(own.signingKey.bytes) })
  }

  private func groupVectors(_ bundle: Bundle) throws -> [StructureVector] {
    let envelope = try #require(bundle.group)
    let slots = try envelope.recipients.map { try openSlot($0, envelope.blind) }
    let associatedData = Array("v4".utf8) + bundle.secrecy.encoded() + envelope.blind
    let plaintext = try AES.GCM.open(
      bundle.ciphertext, using: slots[0].payload.sessionKey, authenticating: associatedData)
    let payload = try SealedPayload(encoded: plaintext)
    let signed =
      Label.bundleSignature.bytes + [4] + bundle.secrecy.encoded() + envelope.blind + envelope.blindNonce
      + alice.id.bytes + slots[0].payload.bodyDigest
    return [
      StructureVector(
        "Bundle of a group", bundle,
        [
          "groupID": group, "content": String(decoding: content, as: UTF8.self),
          "fingerprintNonce": hex(bundle.fingerprintNonce), "senderFingerprint": hex(bundle.senderFingerprint),
          "blindNonce": hex(envelope.blindNonce), "blind": hex(envelope.blind),
          "associatedData": hex(associatedData), "sessionKey": hex(bytes(slots[0].payload.sessionKey.secret)),
          "bodyDigest": hex(slots[0].payload.bodyDigest), "signedBytes": hex(signed),
        ]),
      StructureVector(
        "SealedPayload of a group", payload,
        [
          "groupID": group, "appVersion": payload.appVersion, "senderProof": hex(payload.senderProof),
          "content": hex(payload.content),
        ]),
    ]
      + slots.map { slot in
        StructureVector(
          "RecipientPayload", slot.payload,
          [
            "path": "\(slot.path)", "recipient": slot.recipient.id, "wrappingKey": hex(bytes(slot.key.secret)),
            "associatedData": hex(envelope.blind), "senderSignature": hex(slot.payload.senderSignature),
            "prekeys": slot.payload.prekeys.map { $0.batch == nil ? "filler" : "a batch of 5" } ?? "",
            "shards": slot.payload.shards.map { hex(bytes($0)) } ?? "",
          ])
      }
  }

  private struct OpenSlot {
    let payload: RecipientPayload
    let path: KeyPathMode
    let recipient: TestDevice
    let key: SymmetricKey
  }

  /// As the recipient would, from the derivation's description.
  private func openSlot(_ slot: Recipient, _ blind: [UInt8]) throws -> OpenSlot {
    for (member, path) in zip(members, [KeyPathMode.forwardSecret, .longTermFallback, .longTermNoPQ])
    where slot.secrecyContext.mode == .keyPath(path) {
      let key = try pathKey(slot.secrecyContext, path, member)
      let plaintext = try AES.GCM.openSecret(slot.wrappedPayload, using: key, authenticating: blind)
      return OpenSlot(payload: try RecipientPayload(encoded: plaintext), path: path, recipient: member, key: key)
    }
    struct NoSlot: Error {}
    throw NoSlot()
  }

  private func pathKey(
    _ context: SecrecyContext, _ path: KeyPathMode, _ member: TestDevice
  ) throws -> SymmetricKey {
    let pair = PairwiseContext(
      sender: alice.id, senderIdentity: alice.identity.identityKey, recipient: member.id,
      recipientIdentity: member.identity.identityKey)
    let quantum = member.known.first?.quantum
    guard path.usesPrekey else {
      return try PairwiseKeys.longTerm(
        own: member.identity.identity, peer: alice.identity.identity.publicKey, quantum: quantum, context: pair)
    }
    let own = try #require(member.prekeys.first?.value)
    return try PairwiseKeys.forwardSecret(
      own: own, peer: P256.KeyAgreement.PublicKey(x963Representation: context.ephemeralPublicKey),
      quantum: quantum, context: pair)
  }

  private func singleVectors(_ bundle: Bundle) throws -> [StructureVector] {
    let key = try pathKey(bundle.secrecy, .longTermNoPQ, members[2])
    let associatedData = Array("v4".utf8) + bundle.secrecy.encoded()
    let plaintext = try AES.GCM.open(bundle.ciphertext, using: key, authenticating: associatedData)
    let payload = try SealedPayload(encoded: plaintext)
    return [
      StructureVector(
        "Bundle for one device", bundle,
        [
          "path": "longTermNoPQ", "recipient": members[2].id, "key": hex(bytes(key.secret)),
          "associatedData": hex(associatedData), "fingerprintNonce": hex(bundle.fingerprintNonce),
        ]),
      StructureVector(
        "SealedPayload for one device", payload,
        [
          "appVersion": payload.appVersion, "senderProof": hex(payload.senderProof),
          "senderSignature": hex(payload.senderSignature ?? []), "content": hex(payload.content),
        ]),
    ]
  }

  private func fileVectors(_ bundles: [Bundle]) throws -> [StructureVector] {
    let file = try #require(BundleFile(bundles: bundles.map { $0.encoded() }))
    let armoured = try Armour.encode(try #require(BundleFile(bundles: [bundles[1].encoded()])).header())
    return [
      StructureVector("BundleFile", bytes: file.header(), ["bundles": file.bundles.count]) { bytes in
        struct Incomplete: Error {}
        guard case .complete(let file, let size) = try BundleFile.parse(bytes) else { throw Incomplete() }
        return file.header() + bytes[size...]
      },
      StructureVector("armoured BundleFile", bytes: Array(armoured.utf8), ["text": armoured]) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let again = try Armour.encode(try Armour.decode(text))
        // Line ends, and white space around the whole, are the only freedom.
        return tidied(text) == Array(again.utf8.dropLast()) ? bytes : Array(again.utf8)
      },
    ]
  }

  private func tidied(_ text: String) -> [UInt8] {
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let bytes = lines.map { $0.last == 0x0D ? $0.dropLast() : $0 }.joined(separator: [0x0A])
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    return Array(bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }

  /// What is inside the structures above, each by itself.
  private func partVectors(_ bundle: Bundle, _ batch: PrekeyBatch) throws -> [StructureVector] {
    let envelope = try #require(bundle.group)
    let slots = try envelope.recipients.map { try openSlot($0, envelope.blind).payload }
    let payload = try SealedPayload(
      encoded: AES.GCM.open(
        bundle.ciphertext, using: slots[0].sessionKey,
        authenticating: Array("v4".utf8) + bundle.secrecy.encoded() + envelope.blind))
    let shards = try slots.compactMap(\.shards).map { try ShardSection(encoded: $0) }
    let operation = try #require(shards.flatMap(\.shardOperations).first { $0.kind.isSupported })
    let manifest = try #require(payload.manifest)
    return [
      StructureVector(
        "GroupEnvelope", envelope,
        [
          "blind": hex(envelope.blind), "blindNonce": hex(envelope.blindNonce),
          "recipients": envelope.recipients.count,
        ])
    ]
      + envelope.recipients.map { slot in
        StructureVector(
          "Recipient", slot, ["mode": slot.secrecyContext.mode.byte, "wrappedPayload": hex(slot.wrappedPayload)])
      }
      + slots.compactMap(\.prekeys).prefix(3).map { section in
        StructureVector("PrekeySection", section, ["count": section.batch?.prekeys.count ?? 0])
      }
      + shards.map { section in
        StructureVector(
          "ShardSection", section,
          [
            "custodyManifestCount": section.custodyManifestCount, "expectedShardsCount": section.expectedShardsCount,
            "shardMetadataAttempted": section.shardMetadataAttempted, "counter": section.counter,
          ])
      }
      + [
        StructureVector(
          "ShardOperation", operation,
          ["kind": operation.kind.byte, "shardID": operation.shardID, "body": hex(bytes(operation.body))]),
        StructureVector("ManifestRef", manifest, ["version": manifest.version, "hash": hex(manifest.hash)]),
        StructureVector("AppVersion", payload.appVersion, ["version": payload.appVersion]),
        StructureVector("PublicPrekey", batch.prekeys[0], ["id": batch.prekeys[0].id, "key": batch.prekeys[0].key]),
      ]
  }

  private func bytes(_ secret: SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }
}
