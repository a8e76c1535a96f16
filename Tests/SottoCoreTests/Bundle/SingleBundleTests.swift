import SottoCore
import SottoCrypto
import TestSupport
import Testing

@Suite struct SingleBundleTests {
  let random = SeededRandom(seed: 21)
  let alice: TestDevice
  let bob: TestDevice
  let material: QuantumKeyMaterial
  let content = Array("a message, padded by whoever made it".utf8)

  init() throws {
    alice = try TestDevice(random)
    bob = try TestDevice(random)
    material = try TestDevice.material(random)
    alice.pair(with: bob, material)
  }

  @Test(arguments: KeyPathMode.allCases)
  func opensOnEveryKeyPath(_ mode: KeyPathMode) throws {
    alice.pair(with: bob, mode.isHybrid ? material : nil)
    let prekey = mode.usesPrekey ? bob.prekey(for: alice) : nil
    let bundle = try alice.sealSingle(content, to: try alice.recipient(bob, prekey: prekey))
    #expect(bundle.secrecy.mode == .keyPath(mode))
    #expect(bundle.group == nil)

    let opened = try bob.open(bundle.encoded())
    #expect(opened.sender == alice.id)
    #expect(opened.content == content)
    #expect(opened.groupID == nil)
    #expect(opened.mode == mode)
    #expect(opened.usedPrekey == prekey?.id)
    #expect(opened.quantum == (mode.isHybrid ? material : nil))
    #expect(opened.appVersion == AppVersion(1, 9, 1))
    #expect(!opened.downgraded)
    #expect(opened.manifest == nil)
  }

  @Test func bringsAPrekeyBatch() throws {
    let (batch, _) = PrekeyBatch.make(
      counter: 1, from: alice.identity, to: bob.id, now: TestDevice.now, random: random)
    let bundle = try alice.sealSingle(content, to: try alice.recipient(bob, batch: batch))
    #expect(try bob.open(bundle).prekeyBatch == batch)
    #expect(try bob.open(try alice.sealSingle(content, to: try alice.recipient(bob))).prekeyBatch == nil)
  }

  @Test func contentBeyondTheLimitIsRefused() throws {
    let recipient = try alice.recipient(bob)
    let long = [UInt8](repeating: 0, count: Limits.paddedContent + 1)
    #expect(throws: BundleError.contentTooLong(max: Limits.paddedContent)) {
      try alice.sealSingle(long, to: recipient)
    }
    let largest = try alice.sealSingle(random.bytes(Limits.paddedContent), to: recipient)
    #expect(try bob.open(largest.encoded()).content.count == Limits.paddedContent)
    // With an envelope around it, it fits through a relay.
    #expect(largest.encoded().count <= Envelope.maximumBodySize)
  }

  @Test func aPrekeyThatIsNoPointIsATypedError() throws {
    let bad = PublicPrekey(
      id: PrekeyID(unchecked: random.bytes(16)), key: PrekeyPublicKey(unchecked: [UInt8](repeating: 4, count: 65)))
    let recipient = try alice.recipient(bob, prekey: bad)
    #expect(throws: BundleError.keyPath(bob.id, .invalidPublicKey)) { try alice.sealSingle(content, to: recipient) }
  }

  // MARK: Refusals

  @Test func anUnknownSenderIsTold() throws {
    let bundle = try alice.sealSingle(content, to: try alice.recipient(bob))
    bob.known = []
    #expect(throws: BundleError.unknownSender) { try bob.open(bundle) }
  }

  @Test func anotherDeviceDoesNotOpenIt() throws {
    let carol = try TestDevice(random)
    alice.pair(with: carol, try TestDevice.material(random))
    let bundle = try alice.sealSingle(content, to: try alice.recipient(bob))
    #expect(throws: BundleError.refused(.recipientSlotNotFound, usedPrekey: nil)) { try carol.open(bundle) }
  }

  @Test func aPrekeyThatIsGoneOpensNothing() throws {
    let bundle = try alice.sealSingle(content, to: try alice.recipient(bob, prekey: bob.prekey(for: alice)))
    bob.prekeys = [:]
    #expect(throws: BundleError.refused(.recipientSlotNotFound, usedPrekey: nil)) { try bob.open(bundle) }
  }

  /// A prekey is found by peer and id: one made for somebody else does not count.
  @Test func aPrekeyServesOnePeer() throws {
    let carol = try TestDevice(random)
    carol.pair(with: bob, material)
    let bundle = try alice.sealSingle(content, to: try alice.recipient(bob, prekey: bob.prekey(for: carol)))
    #expect(throws: BundleError.refused(.recipientSlotNotFound, usedPrekey: nil)) { try bob.open(bundle) }
  }

  @Test func everyChangedByteIsRefused() throws {
    let bytes = try alice.sealSingle(content, to: try alice.recipient(bob)).encoded()
    for index in stride(from: 0, to: bytes.count, by: 5) {
      var changed = bytes
      changed[index] ^= 0x10
      #expect(throws: BundleError.self) { try bob.open(changed) }
    }
  }

  @Test func aKeyThatServesOneDirectionDoesNotServeTheOther() throws {
    let bundle = try alice.sealSingle(content, to: try alice.recipient(bob))
    #expect(throws: BundleError.unknownSender) { try alice.open(bundle) }
  }

  @Test func aFailingLookupDecidesNothing() throws {
    let bundle = try alice.sealSingle(content, to: try alice.recipient(bob))
    bob.isBroken = true
    #expect(throws: BundleError.lookupFailed) { try bob.open(bundle) }
  }

  // MARK: ML-KEM material

  @Test func hybridWithoutMaterialHereIsAnErrorNotAClassicalAttempt() throws {
    let bundle = try alice.sealSingle(content, to: try alice.recipient(bob))
    bob.known = [alice.keys(nil)]
    #expect(throws: BundleError.missingQuantumKeyMaterial) { try bob.open(bundle) }
  }

  @Test func classicalFromAPeerWithMaterialIsADowngrade() throws {
    for prekey in [nil, bob.prekey(for: alice)] {
      alice.known = [bob.keys(nil)]
      let bundle = try alice.sealSingle(content, to: try alice.recipient(bob, prekey: prekey))
      let opened = try bob.open(bundle)
      #expect(opened.downgraded)
      #expect(opened.content == content)
      #expect(opened.shards == nil)
    }
  }

  /// After a repeated pairing the old material still opens what was on its way, and the result says which it was.
  @Test func oldAndNewMaterialOpen() throws {
    let new = try TestDevice.material(random)
    var history = PeerKeyMaterial()
    history.replace(with: material, at: TestDevice.now)
    history.replace(with: new, at: TestDevice.now)
    for prekey in [nil, bob.prekey(for: alice)] {
      bob.known = [alice.keys(material)]
      let bundle = try alice.sealSingle(content, to: try alice.recipient(bob, prekey: prekey))
      bob.known = [
        PeerKeys(
          signingKey: alice.identity.signingKey, identityKey: alice.identity.identityKey, material: history,
          now: TestDevice.now)
      ]
      #expect(try bob.open(bundle).quantum == material)
      bob.known = [
        PeerKeys(
          signingKey: alice.identity.signingKey, identityKey: alice.identity.identityKey, material: history,
          now: TestDevice.now.adding(Limits.previousKeyMaterial))
      ]
      #expect(throws: BundleError.refused(.recipientSlotNotFound, usedPrekey: nil)) { try bob.open(bundle) }
    }
  }

  @Test func nothingSecretIsInTheClear() throws {
    let bytes = try alice.sealSingle(content, to: try alice.recipient(bob)).encoded()
    #expect(!bytes.contains(content))
    #expect(!bytes.contains(alice.id.bytes))
    #expect(!bytes.contains(alice.identity.identityKey.bytes))
    let material = material.encoded()
    for start in stride(from: 0, to: material.count, by: 32) {
      #expect(!bytes.contains(Array(material[start..<start + 32])))
    }
  }
}
