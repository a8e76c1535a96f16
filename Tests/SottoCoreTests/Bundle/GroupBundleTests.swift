import SottoCore
import SottoCrypto
import TestSupport
import Testing

@Suite struct GroupBundleTests {
  let random = SeededRandom(seed: 22)
  let alice: TestDevice
  let members: [TestDevice]
  let group: GroupID
  let content = Array("to all of you".utf8)

  /// Four members, one for each key path.
  init() throws {
    alice = try TestDevice(random)
    members = try (0..<4).map { [random] _ in try TestDevice(random) }
    group = GroupID(unchecked: random.bytes(16))
    for (index, member) in members.enumerated() {
      alice.pair(with: member, KeyPathMode.allCases[index].isHybrid ? try TestDevice.material(random) : nil)
    }
  }

  private func recipients(_ prepare: (TestDevice, KeyPathMode) throws -> PrekeyBatch? = { _, _ in nil }) throws
    -> [BundleRecipient]
  {
    try zip(members, KeyPathMode.allCases).map { member, mode in
      try alice.recipient(
        member, prekey: mode.usesPrekey ? member.prekey(for: alice) : nil, batch: try prepare(member, mode))
    }
  }

  private func batch(for member: TestDevice, count: Int) -> PrekeyBatch {
    PrekeyBatch.make(
      counter: 1, count: count, from: alice.identity, to: member.id, now: TestDevice.now, random: random
    ).batch
  }

  @Test func everyMemberFindsItsSlotByItsOwnKeyPath() throws {
    let bundle = try alice.sealGroup(content, group, to: try recipients())
    let bytes = bundle.encoded()
    #expect(bundle.secrecy == .group)
    #expect(bundle.group?.recipients.count == 4)
    for (member, mode) in zip(members, KeyPathMode.allCases) {
      let opened = try member.open(bytes)
      #expect(opened.sender == alice.id)
      #expect(opened.content == content)
      #expect(opened.groupID == group)
      #expect(opened.mode == mode)
      #expect((opened.usedPrekey != nil) == mode.usesPrekey)
      #expect(opened.manifest == ManifestRef.none)
      #expect(opened.appVersion == .current)
    }
  }

  /// What goes through the relay: the same content, one slot each.
  @Test func copiesHoldTheOwnSlotOnly() throws {
    let copies = try alice.sealCopies(content, group, to: try recipients())
    #expect(copies.count == 4)
    #expect(Set(copies.map(\.ciphertext)).count == 1)
    for (index, member) in members.enumerated() {
      #expect(copies[index].group?.recipients.count == 1)
      #expect(try member.open(copies[index].encoded()).content == content)
      let other = members[(index + 1) % 4]
      #expect(throws: BundleError.self) { try other.open(copies[index]) }
    }
  }

  @Test func slicesOfAWholeBundleOpenToo() throws {
    let whole = try alice.sealGroup(content, group, to: try recipients())
    var opened: Set<DeviceID> = []
    for index in 0..<4 {
      let slice = try #require(whole.slice(for: index))
      for member in members where (try? member.open(slice)) != nil { opened.insert(member.id) }
    }
    #expect(opened.count == 4)
    #expect(whole.slice(for: 4) == nil && whole.slice(for: -1) == nil)
  }

  @Test func slotsAreNotInTheOrderOfTheMembers() throws {
    let recipients = try recipients()
    let order = recipients.map(\.path.rawValue)
    let orders = try (0..<12).map { _ in
      try alice.sealGroup(content, group, to: recipients).group?.recipients.map(\.secrecyContext.mode.byte) ?? []
    }
    #expect(orders.contains { $0 != order })
  }

  // MARK: Numbers

  @Test func nobodyIsAnError() {
    #expect(throws: BundleError.groupHasNoMembers) { try alice.sealGroup(content, group, to: []) }
  }

  @Test func thirtyTwoFitAndThirtyThreeDoNot() throws {
    let crowd = try (0..<33).map { _ in try TestDevice(random) }
    for member in crowd { alice.pair(with: member, nil) }
    let recipients = try crowd.map { try alice.recipient($0) }
    #expect(throws: BundleError.tooManyRecipients(max: 32)) { try alice.sealGroup(content, group, to: recipients) }
    let bundle = try alice.sealGroup(content, group, to: Array(recipients.prefix(32)))
    for member in crowd.prefix(32) { #expect(try member.open(bundle).content == content) }
    #expect(throws: BundleError.refused(.recipientSlotNotFound, usedPrekey: nil)) { try crowd[32].open(bundle) }
  }

  /// The largest that a sender can make stays within the bound on decoded bundles.
  @Test func theLargestHonestBundleIsWithinItsBound() throws {
    let crowd = try (0..<32).map { _ in try TestDevice(random) }
    for member in crowd { alice.pair(with: member, try TestDevice.material(random)) }
    let recipients = try crowd.map {
      try alice.recipient($0, prekey: $0.prekey(for: alice), batch: batch(for: $0, count: 5))
    }
    let bytes = try alice.sealGroup(random.bytes(Limits.paddedContent), group, to: recipients).encoded()
    #expect(bytes.count <= Limits.bundle)
    #expect(try crowd[31].open(bytes).prekeyBatch?.prekeys.count == 5)
  }

  // MARK: Equal length

  private func slotSizes(_ bundle: Bundle) -> Set<Int> {
    Set(bundle.group?.recipients.map(\.wrappedPayload.count) ?? [])
  }

  @Test func slotsHaveOneLengthWhateverTheKeyPath() throws {
    #expect(slotSizes(try alice.sealGroup(content, group, to: try recipients())).count == 1)
  }

  @Test func prekeysAreInAllSlotsOrInNone() throws {
    let without = slotSizes(try alice.sealGroup(content, group, to: try recipients()))
    let one = try recipients { member, mode in
      mode == .longTermNoPQ ? batch(for: member, count: 5) : nil
    }
    let bundle = try alice.sealGroup(content, group, to: one)
    #expect(slotSizes(bundle).count == 1)
    #expect(slotSizes(bundle) != without)
    for (member, mode) in zip(members, KeyPathMode.allCases) {
      #expect((try member.open(bundle).prekeyBatch != nil) == (mode == .longTermNoPQ))
    }
  }

  @Test func sideBySideOnlyFivePrekeysFit() throws {
    let fifteen = try recipients { member, _ in batch(for: member, count: 15) }
    #expect(throws: BundleError.prekeyBatchSize(members[0].id)) {
      try alice.sealGroup(content, group, to: fifteen)
    }
    let copies = try alice.sealCopies(content, group, to: fifteen)
    for (member, copy) in zip(members, copies) { #expect(try member.open(copy).prekeyBatch?.prekeys.count == 15) }
  }

  // MARK: Observers

  /// Two bundles of one group share nothing by which they could be told to belong together.
  @Test func bundlesOfOneGroupAreNotLinkable() throws {
    let first = try alice.sealGroup(content, group, to: try recipients())
    let second = try alice.sealGroup(content, group, to: try recipients())
    #expect(first.group?.blind != second.group?.blind)
    #expect(first.group?.blindNonce != second.group?.blindNonce)
    #expect(first.senderFingerprint != second.senderFingerprint)
    #expect(first.ciphertext != second.ciphertext)
    for bundle in [first, second] {
      let bytes = bundle.encoded()
      #expect(!bytes.contains(group.bytes))
      for member in members {
        #expect(!bytes.contains(member.id.bytes))
        #expect(!bytes.contains(member.identity.identityKey.bytes))
      }
    }
  }

  @Test func blindIsTheMacOfItsNonceUnderTheGroupID() throws {
    let envelope = try #require(try alice.sealGroup(content, group, to: try recipients()).group)
    let expected = HMAC.authenticationCode(for: envelope.blindNonce, using: SecretBytes(copying: group.bytes))
    #expect(envelope.blind == expected)
  }

  @Test func mlKemSecretsAreInNoField() throws {
    let bundle = try alice.sealGroup(content, group, to: try recipients()).encoded()
    for peer in alice.known {
      guard let secrets = peer.quantum?.sortedSecrets else { continue }
      secrets.withUnsafeBytes { secret in
        #expect(!bundle.contains(Array(secret.prefix(32))))
        #expect(!bundle.contains(Array(secret.suffix(32))))
      }
    }
  }

  // MARK: Cost

  /// The last of 32 slots costs one key agreement with a prekey, and without one none once the peer is known.
  @Test func openingTheLastSlotCostsOneAgreement() throws {
    let crowd = try (0..<32).map { _ in try TestDevice(random) }
    for member in crowd { alice.pair(with: member, try TestDevice.material(random)) }
    for usesPrekeys in [true, false] {
      let recipients = try crowd.map {
        try alice.recipient($0, prekey: usesPrekeys ? $0.prekey(for: alice) : nil)
      }
      let bundle = try alice.sealGroup(content, group, to: recipients)
      for member in crowd {
        let before = member.cache.agreementCount
        _ = try member.open(bundle)
        #expect(member.cache.agreementCount - before <= 1)
        let again = member.cache.agreementCount
        _ = try member.open(bundle)
        #expect(member.cache.agreementCount - again == (usesPrekeys ? 1 : 0))
      }
    }
  }

  @Test func aStrangerPaysNoAgreement() throws {
    let bundle = try alice.sealGroup(content, group, to: try recipients())
    let stranger = try TestDevice(random)
    #expect(throws: BundleError.unknownSender) { try stranger.open(bundle) }
    #expect(stranger.cache.agreementCount == 0)
  }

  // MARK: Membership

  @Test func aSenderOutsideAKnownGroupIsUnauthorised() throws {
    let bundle = try alice.sealGroup(content, group, to: try recipients())
    members[0].members[group] = [members[1].id]
    let use = try #require(bundle.group?.recipients.first { $0.secrecyContext.mode == .keyPath(.forwardSecret) })
    let prekey = try #require(use.secrecyContext.prekeyID)
    #expect(
      throws: BundleError.refused(
        .unauthorised(.notAMember), usedPrekey: PrekeyUse(peer: alice.id, prekey: prekey))
    ) { try members[0].open(bundle) }
    members[0].members[group] = [alice.id]
    #expect(try members[0].open(bundle).content == content)
  }
}
