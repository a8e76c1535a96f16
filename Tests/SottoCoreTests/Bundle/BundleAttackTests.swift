import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

/// What a member, a stranger or a later version can make of a bundle, and the error each ends in.
@Suite struct BundleAttackTests {
  let random = SeededRandom(seed: 41)
  let alice: TestDevice
  let bob: TestDevice
  let mallory: TestDevice
  let group: GroupID

  /// All three are paired with each other, classically.
  init() throws {
    alice = try TestDevice(random)
    bob = try TestDevice(random)
    mallory = try TestDevice(random)
    group = GroupID(unchecked: random.bytes(16))
    alice.pair(with: bob, nil)
    alice.pair(with: mallory, nil)
    bob.pair(with: mallory, nil)
  }

  private func forge(from sender: TestDevice) -> BundleForge {
    BundleForge(random, from: sender.identity, group: group)
  }

  private func toBob(from sender: TestDevice) throws -> BundleForge.Slot {
    try BundleForge.longTermSlot(from: sender.identity, to: bob.identity)
  }

  private func refusal(_ error: GroupDecryptError, _ use: PrekeyUse? = nil) -> BundleError {
    .refused(error, usedPrekey: use)
  }

  /// The description is complete enough to write a bundle from it.
  @Test func aBundleWrittenFromTheDescriptionOpens() throws {
    let bytes = try forge(from: alice).bundle([try toBob(from: alice)])
    let opened = try bob.open(bytes)
    #expect(opened.content == Array("forged".utf8))
    #expect(opened.groupID == group)

    var single = forge(from: alice)
    single.groupID = nil
    single.hasManifest = false
    let openedSingle = try bob.open(try single.single(try toBob(from: alice), to: bob.id))
    #expect(openedSingle.content == single.content)
    #expect(openedSingle.groupID == nil)
  }

  // MARK: Sender authentication

  /// A member knows the session key and could seal a body of its own; without the sender's signature it stays out.
  @Test func aMemberCannotWriteInAnothersName() throws {
    // Mallory seals to Bob as herself and claims Alice's fingerprint, proof and id.
    var forge = forge(from: alice)
    forge.signer = mallory.identity
    // The slot key that Bob tries is that of Alice and Bob, which Mallory lacks; grant it all the same.
    let bytes = try forge.bundle([try toBob(from: alice)])
    #expect(throws: refusal(.senderSignatureInvalid)) { try bob.open(bytes) }
    // Without that gift it does not even find a slot.
    let withoutGift = try forge.bundle([try toBob(from: mallory)])
    #expect(throws: refusal(.recipientSlotNotFound)) { try bob.open(withoutGift) }
  }

  /// Mallory got a bundle of Alice, so she holds the session key and a valid signature, and exchanges the body.
  @Test func aMemberCannotExchangeTheBodyUnderAValidSignature() throws {
    let honest = forge(from: alice)
    var attack = honest
    attack.content = Array("something else".utf8)
    let honestBytes = try honest.bundle([try toBob(from: alice)])
    let honestBundle = try Bundle.decode(honestBytes)
    let attackBundle = try Bundle.decode(try attack.bundle([try toBob(from: alice)]))
    let honestSlot = try #require(honestBundle.group?.recipients.first)
    // Alice's slot for Bob, as it is, around Mallory's body.
    let mixed = try splice(body: attackBundle.ciphertext, slot: honestSlot, of: honestBundle)
    #expect(throws: refusal(.senderSignatureInvalid)) { try bob.open(mixed) }
    #expect(try bob.open(honestBytes).content == honest.content)
  }

  /// One signature must not serve two bodies under two session keys.
  @Test func theDigestCommitsToTheSessionKey() throws {
    var forge = forge(from: alice)
    let body = random.bytes(200)
    let key = forge.sessionKey.secret.withUnsafeBytes { Array($0) }
    forge.ciphertext = body
    // A digest without the key in it.
    forge.digest = SHA256.hash(Array("sotto/1 group bundle body".utf8) + [0] + body)
    #expect(throws: refusal(.senderSignatureInvalid)) { try bob.open(try forge.bundle([try toBob(from: alice)])) }
    forge.digest = SHA256.hash(Array("sotto/1 group bundle body".utf8) + [0] + SHA256.hash(key) + body)
    #expect(throws: refusal(.senderSignatureInvalid)) { try bob.open(try forge.bundle([try toBob(from: alice)])) }
  }

  @Test func aSignatureFromAnotherBundleDoesNotServe() throws {
    let first = try Bundle.decode(try forge(from: alice).bundle([try toBob(from: alice)]))
    let second = try Bundle.decode(try forge(from: alice).bundle([try toBob(from: alice)]))
    let slot = try #require(first.group?.recipients.first)
    // The slot does not even open: its associated data is the other blind.
    let mixed = try splice(body: second.ciphertext, slot: slot, of: second)
    #expect(throws: refusal(.recipientSlotNotFound)) { try bob.open(mixed) }
  }

  @Test func aWrongProofIsRefused() throws {
    var forge = forge(from: alice)
    forge.proof = HMAC.authenticationCode(for: mallory.identity.identityKey.bytes, using: forge.sessionKey.secret)
    #expect(throws: refusal(.senderProofMismatch)) { try bob.open(try forge.bundle([try toBob(from: alice)])) }
  }

  // MARK: The order of the checks

  @Test func aBodyThatDoesNotOpenIsRefusedAfterItsSignature() throws {
    var forge = forge(from: alice)
    forge.ciphertext = random.bytes(100)
    #expect(throws: refusal(.bodyAuthenticationFailed)) { try bob.open(try forge.bundle([try toBob(from: alice)])) }
  }

  @Test func aMissingGroupIDIsRefused() throws {
    var forge = forge(from: alice)
    forge.groupID = nil
    #expect(throws: refusal(.missingGroupID)) { try bob.open(try forge.bundle([try toBob(from: alice)])) }
  }

  @Test func anotherGroupInsideIsABlindMismatch() throws {
    var forge = forge(from: alice)
    forge.groupID = GroupID(unchecked: random.bytes(16))
    forge.proof = random.bytes(32)
    #expect(throws: refusal(.blindMismatch)) { try bob.open(try forge.bundle([try toBob(from: alice)])) }
  }

  @Test func fieldsThatBelongToASingleRecipientAreMalformedInAGroup() throws {
    var signed = forge(from: alice)
    signed.payloadSignature = random.bytes(64)
    #expect(throws: refusal(.malformedPayload)) { try bob.open(try signed.bundle([try toBob(from: alice)])) }
    var withoutManifest = forge(from: alice)
    withoutManifest.hasManifest = false
    #expect(throws: refusal(.malformedPayload)) {
      try bob.open(try withoutManifest.bundle([try toBob(from: alice)]))
    }
  }

  @Test func aGroupBundleWithoutSlotsIsTold() throws {
    #expect(throws: refusal(.noGroupEnvelope)) { try bob.open(try forge(from: alice).bundle([])) }
    // Mode group and no envelope at all.
    var writer = WireWriter()
    let bundle = try Bundle.decode(try forge(from: alice).bundle([try toBob(from: alice)]))
    writer.fixed(Array("STTO".utf8) + [4, 5, 0, 0])
    writer.bytes(bundle.ciphertext)
    writer.fixed(bundle.fingerprintNonce + bundle.senderFingerprint + [0])
    let bytes = writer.finish()
    #expect(throws: refusal(.noGroupEnvelope)) { try bob.open(bytes) }
    // Before that its sender is looked for.
    bob.known = []
    #expect(throws: BundleError.unknownSender) { try bob.open(bytes) }
  }

  // MARK: Single recipient

  private func single(_ change: (inout BundleForge) -> Void, isSigned: Bool = true) throws -> [UInt8] {
    var forge = forge(from: alice)
    forge.groupID = nil
    forge.hasManifest = false
    change(&forge)
    return try forge.single(try toBob(from: alice), to: bob.id, isSigned: isSigned)
  }

  @Test func aSingleRecipientBundleIsSignedAndProven() throws {
    #expect(throws: refusal(.senderSignatureInvalid)) { try bob.open(try single({ $0.signer = mallory.identity })) }
    #expect(throws: refusal(.senderSignatureInvalid)) { try bob.open(try single({ _ in }, isSigned: false)) }
    #expect(throws: refusal(.senderProofMismatch)) { try bob.open(try single({ $0.proof = random.bytes(32) })) }
    #expect(throws: refusal(.malformedPayload)) { try bob.open(try single({ $0.groupID = group })) }
    #expect(throws: refusal(.malformedPayload)) { try bob.open(try single({ $0.hasManifest = true })) }
  }

  @Test func aSingleRecipientBundleNamesItsRecipient() throws {
    var forge = forge(from: alice)
    forge.groupID = nil
    forge.hasManifest = false
    let toMallory = try forge.single(try toBob(from: alice), to: mallory.id)
    #expect(throws: refusal(.senderSignatureInvalid)) { try bob.open(toMallory) }
  }

  // MARK: Prekeys that opened

  /// Whatever comes after, a prekey that opened a slot is reported, and nothing else is.
  @Test func aRefusedBundleReportsTheUsedPrekey() throws {
    let prekey = bob.prekey(for: alice)
    let use = PrekeyUse(peer: alice.id, prekey: prekey.id)
    func slot() throws -> BundleForge.Slot {
      try BundleForge.forwardSecretSlot(from: alice.identity, to: bob.identity, prekey, random: random)
    }
    var badSignature = forge(from: alice)
    badSignature.signer = mallory.identity
    #expect(throws: refusal(.senderSignatureInvalid, use)) { try bob.open(try badSignature.bundle([try slot()])) }
    var badBody = forge(from: alice)
    badBody.ciphertext = random.bytes(64)
    #expect(throws: refusal(.bodyAuthenticationFailed, use)) { try bob.open(try badBody.bundle([try slot()])) }
    var noGroup = forge(from: alice)
    noGroup.groupID = nil
    #expect(throws: refusal(.missingGroupID, use)) { try bob.open(try noGroup.bundle([try slot()])) }
    var badSlot = forge(from: alice)
    badSlot.slotTail = [0, 0]
    #expect(throws: refusal(.malformedPayload, use)) { try bob.open(try badSlot.bundle([try slot()])) }
    // Single recipient
    var single = forge(from: alice)
    single.signer = mallory.identity
    single.groupID = nil
    single.hasManifest = false
    let bytes = try single.single(try slot(), to: bob.id)
    #expect(throws: refusal(.senderSignatureInvalid, use)) { try bob.open(bytes) }
  }

  @Test func aSlotThatDidNotOpenReportsNothing() throws {
    let prekey = bob.prekey(for: alice)
    let slot = try BundleForge.forwardSecretSlot(from: alice.identity, to: bob.identity, prekey, random: random)
    let wrongKey = (context: slot.context, key: SymmetricKey.random(random))
    #expect(throws: refusal(.recipientSlotNotFound)) { try bob.open(try forge(from: alice).bundle([wrongKey])) }
  }

  /// The same prekey in many slots buys one agreement.
  @Test func aPrekeyIsTriedOnce() throws {
    let prekey = bob.prekey(for: alice)
    let slot = try BundleForge.forwardSecretSlot(from: alice.identity, to: bob.identity, prekey, random: random)
    let unusable = (context: slot.context, key: SymmetricKey.random(random))
    let slots = [BundleForge.Slot](repeating: unusable, count: 31) + [slot]
    #expect(throws: refusal(.recipientSlotNotFound)) { try bob.open(try forge(from: alice).bundle(slots)) }
    #expect(bob.cache.agreementCount == 1)
  }

  @Test func anEphemeralKeyOffTheCurveOpensNothing() throws {
    let prekey = bob.prekey(for: alice)
    let context = SecrecyContext.forwardSecret(
      isHybrid: false, ephemeral: EphemeralKey(unchecked: [4] + random.bytes(64)), prekeyID: prekey.id)
    let slot = (context: context, key: SymmetricKey.random(random))
    #expect(throws: refusal(.recipientSlotNotFound)) { try bob.open(try forge(from: alice).bundle([slot])) }
  }

  // MARK: Parts that are discarded alone

  @Test func aShardSectionThatDoesNotDecodeIsDiscardedAlone() throws {
    let prekey = bob.prekey(for: alice)
    let slot = try BundleForge.forwardSecretSlot(from: alice.identity, to: bob.identity, prekey, random: random)
    var forge = forge(from: alice)
    forge.shards = random.bytes(40)
    let opened = try bob.open(try forge.bundle([slot]))
    #expect(opened.content == forge.content)
    #expect(opened.shards == nil)
  }

  @Test func anAbsentShardSectionReadsAsNone() throws {
    #expect(try bob.open(try forge(from: alice).bundle([try toBob(from: alice)])).shards == nil)
  }

  @Test func unknownExtensionsOfASlotAreIgnoredAndCriticalOnesRefused() throws {
    var forge = forge(from: alice)
    forge.slotTail = [4, 0, 9, 1, 7]
    #expect(try bob.open(try forge.bundle([try toBob(from: alice)])).content == forge.content)
    forge.slotTail = [4, 0x80, 9, 1, 7]
    #expect(throws: refusal(.malformedPayload)) { try bob.open(try forge.bundle([try toBob(from: alice)])) }
  }

  /// `slot` in a bundle that is otherwise `frame`, with another body.
  private func splice(body: [UInt8], slot: Recipient, of frame: Bundle) throws -> [UInt8] {
    struct NoGroup: Error {}
    guard let group = frame.group else { throw NoGroup() }
    var writer = WireWriter()
    writer.fixed(Array("STTO".utf8) + [4, 5, 0, 0])
    writer.bytes(body)
    writer.fixed(frame.fingerprintNonce + frame.senderFingerprint + [1, 1] + group.blind + group.blindNonce)
    writer.vector([slot])
    return writer.finish()
  }
}
