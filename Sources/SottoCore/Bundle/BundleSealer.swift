import SottoCrypto
import SottoWire

/// Seals bundles. Everything random comes from `random`, in a fixed order.
///
/// `content` is padded content, at most `Limits.paddedContent` bytes. The caller commits the used prekeys and newly
/// made batches in the transaction that queues the result.
public enum BundleSealer {
  // MARK: Single recipient

  /// For one device outside a group. It needs no capability mark.
  public static func sealSingle(
    _ content: [UInt8], from identity: DeviceIdentity, to recipient: BundleRecipient, cache: PairwiseKeyCache,
    random: any RandomSource = SystemRandom()
  ) throws(BundleError) -> Bundle {
    try check(content, [recipient])
    let path = try PathSealing(to: recipient, cache: cache, random: random)
    let shards = recipient.eligibleShards
    var payload = SealedPayload.single(
      senderProof: BundleAuthentication.senderProof(identity.identityKey, key: path.key),
      prekeys: recipient.prekeyBatch.map { PrekeySection($0) },
      shards: ShardSection(padding: shards, to: ShardTiers(for: [shards]), random: random), content: content)
    payload.senderSignature = identity.signing.signature(
      for: BundleAuthentication.singleSigned(
        path.context, sender: identity.deviceID, recipient: recipient.keys.deviceID, payload: payload))
    let ciphertext = try seal(
      payload, key: path.key, authenticating: BundleAuthentication.associatedData(path.context), random)
    return bundle(path.context, ciphertext, from: identity, group: nil, random)
  }

  // MARK: Group

  /// One bundle with a slot for each recipient, in random order: for a file or any channel that all of them read. All
  /// slots have one length; prekeys are in all or in none, `Limits.prekeysPerFileSlot` at a time.
  public static func sealGroup(
    _ content: [UInt8], groupID: GroupID, from identity: DeviceIdentity, to recipients: [BundleRecipient],
    cache: PairwiseKeyCache, random: any RandomSource = SystemRandom()
  ) throws(BundleError) -> Bundle {
    for recipient in recipients {
      guard recipient.prekeyBatch?.prekeys.count ?? Limits.prekeysPerFileSlot == Limits.prekeysPerFileSlot else {
        throw .prekeyBatchSize(recipient.keys.deviceID)
      }
    }
    var generator = RandomGenerator(random)
    let body = try GroupBody(content, groupID: groupID, from: identity, random)
    let carriesPrekeys = recipients.contains { $0.prekeyBatch != nil }
    let slots = try slots(body, to: recipients.shuffled(using: &generator), cache: cache, random) {
      $0.map { PrekeySection($0) } ?? (carriesPrekeys ? .filler(random: random) : nil)
    }
    return bundle(.group, body.ciphertext, from: identity, group: body.envelope(slots), random)
  }

  /// The same bundle as one copy per recipient, each with its own slot only, in the order of `recipients`: for the
  /// relay, where every copy travels in an envelope of its own. A batch may have any size.
  public static func sealGroupCopies(
    _ content: [UInt8], groupID: GroupID, from identity: DeviceIdentity, to recipients: [BundleRecipient],
    cache: PairwiseKeyCache, random: any RandomSource = SystemRandom()
  ) throws(BundleError) -> [Bundle] {
    let body = try GroupBody(content, groupID: groupID, from: identity, random)
    let slots = try slots(body, to: recipients, cache: cache, random) { $0.map { PrekeySection($0) } }
    let whole = bundle(.group, body.ciphertext, from: identity, group: body.envelope(slots), random)
    return slots.indices.compactMap { whole.slice(for: $0) }
  }

  private static func slots(
    _ body: GroupBody, to recipients: [BundleRecipient], cache: PairwiseKeyCache, _ random: any RandomSource,
    prekeys: (PrekeyBatch?) -> PrekeySection?
  ) throws(BundleError) -> [Recipient] {
    guard !recipients.isEmpty else { throw .groupHasNoMembers }
    guard recipients.count <= Limits.recipients else { throw .tooManyRecipients(max: Limits.recipients) }
    try check([], recipients)
    let tiers = ShardTiers(for: recipients.map(\.eligibleShards))
    return try recipients.map { (recipient) throws(BundleError) in
      let path = try PathSealing(to: recipient, cache: cache, random: random)
      let payload = RecipientPayload(
        sessionKey: body.sessionKey, bodyDigest: body.digest, senderSignature: body.signature,
        prekeys: prekeys(recipient.prekeyBatch),
        shards: ShardSection(padding: recipient.eligibleShards, to: tiers, random: random))
      return Recipient(
        secrecyContext: path.context,
        wrappedPayload: try seal(payload, key: path.key, authenticating: body.blind, random))
    }
  }

  // MARK: Both

  private static func check(_ content: [UInt8], _ recipients: [BundleRecipient]) throws(BundleError) {
    guard content.count <= Limits.paddedContent else { throw .contentTooLong(max: Limits.paddedContent) }
    for recipient in recipients where !recipient.eligibleShards.fits {
      throw .tooManyShards(recipient.keys.deviceID)
    }
  }

  fileprivate static func seal(
    _ payload: some WireCodable, key: SymmetricKey, authenticating associatedData: [UInt8],
    _ random: any RandomSource
  ) throws(BundleError) -> [UInt8] {
    do {
      return try AES.GCM.seal(
        payload.encodedSecret(), using: key, authenticating: associatedData, random: random)
    } catch {
      throw .sealingFailed
    }
  }

  private static func bundle(
    _ context: SecrecyContext, _ ciphertext: [UInt8], from identity: DeviceIdentity, group: GroupEnvelope?,
    _ random: any RandomSource
  ) -> Bundle {
    let nonce = random.bytes(Bundle.fingerprintNonceSize)
    return Bundle(
      secrecy: context, ciphertext: ciphertext, fingerprintNonce: nonce,
      senderFingerprint: BundleAuthentication.fingerprint(of: identity.identityKey, nonce: nonce), group: group)
  }
}

/// The part of a group bundle that all recipients share.
private struct GroupBody {
  let sessionKey: SymmetricKey
  let blind: [UInt8]
  let blindNonce: [UInt8]
  let ciphertext: [UInt8]
  let digest: [UInt8]
  let signature: [UInt8]

  init(
    _ content: [UInt8], groupID: GroupID, from identity: DeviceIdentity, _ random: any RandomSource
  ) throws(BundleError) {
    guard content.count <= Limits.paddedContent else { throw .contentTooLong(max: Limits.paddedContent) }
    sessionKey = SymmetricKey.random(random)
    blindNonce = random.bytes(GroupEnvelope.blindNonceSize)
    blind = BundleAuthentication.blind(groupID, nonce: blindNonce)
    let payload = SealedPayload.group(
      groupID, senderProof: BundleAuthentication.senderProof(identity.identityKey, key: sessionKey),
      manifest: .none, content: content)
    ciphertext = try BundleSealer.seal(
      payload, key: sessionKey, authenticating: BundleAuthentication.associatedData(.group, blind: blind), random)
    digest = BundleAuthentication.bodyDigest(sessionKey: sessionKey, ciphertext: ciphertext)
    signature = identity.signing.signature(
      for: BundleAuthentication.groupSigned(
        .group, blind: blind, blindNonce: blindNonce, sender: identity.deviceID, bodyDigest: digest))
  }

  func envelope(_ slots: [Recipient]) -> GroupEnvelope {
    GroupEnvelope(blind: blind, blindNonce: blindNonce, recipients: slots)
  }
}
