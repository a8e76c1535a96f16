import SottoCore
import SottoCrypto
import TestSupport
import Testing

@Suite struct PairwiseKeysTests {
  let random = SeededRandom(seed: 31)
  let alice: DeviceIdentity
  let bob: DeviceIdentity
  let material: QuantumKeyMaterial

  init() throws {
    alice = DeviceIdentity.generate(random: random)
    bob = DeviceIdentity.generate(random: random)
    material = try TestDevice.material(random)
  }

  private func context(from sender: DeviceIdentity, to recipient: DeviceIdentity) -> PairwiseContext {
    PairwiseContext(
      sender: sender.deviceID, senderIdentity: sender.identityKey, recipient: recipient.deviceID,
      recipientIdentity: recipient.identityKey)
  }

  /// The derivation of the protocol's description, written out with nothing of the product but the primitives.
  private func expected(
    _ purpose: String, own: P256.KeyAgreement.PrivateKey, peer: P256.KeyAgreement.PublicKey,
    secrets: [SecretBytes], from sender: DeviceIdentity, to recipient: DeviceIdentity
  ) throws -> SymmetricKey {
    let shared = try own.sharedSecretFromKeyAgreement(with: peer).secret
    let salt = zip(own.publicKey.x963Representation, peer.x963Representation).map { $0 ^ $1 }
    let context = SHA256.hash(
      sender.deviceID.bytes + recipient.deviceID.bytes + sender.identityKey.bytes + recipient.identityKey.bytes)
    return HKDF.deriveKey(
      input: .concatenation([shared] + secrets), salt: salt,
      info: Array("sotto/1 key-path \(purpose)".utf8) + [0] + context)
  }

  /// min ‖ max as unsigned bytes
  private var sorted: [SecretBytes] {
    let both = [material.inviterSecret, material.joinerSecret]
    let bytes = both.map { $0.withUnsafeBytes { Array($0) } }
    return bytes[0].lexicographicallyPrecedes(bytes[1]) ? both : both.reversed()
  }

  @Test func longTermKeysAreThoseOfTheDescription() throws {
    let context = context(from: alice, to: bob)
    let hybrid = try PairwiseKeys.longTerm(
      own: alice.identity, peer: bob.identity.publicKey, quantum: material, context: context)
    let classical = try PairwiseKeys.longTerm(
      own: alice.identity, peer: bob.identity.publicKey, quantum: nil, context: context)
    #expect(
      try hybrid
        == expected(
          "long-term hybrid", own: alice.identity, peer: bob.identity.publicKey, secrets: sorted, from: alice, to: bob))
    #expect(
      try classical
        == expected(
          "long-term classical", own: alice.identity, peer: bob.identity.publicKey, secrets: [], from: alice, to: bob))
    #expect(hybrid != classical)
  }

  @Test func forwardSecretKeysAreThoseOfTheDescription() throws {
    let ephemeral = P256.KeyAgreement.PrivateKey(random: random)
    let prekey = P256.KeyAgreement.PrivateKey(random: random)
    let context = context(from: alice, to: bob)
    for (quantum, purpose, secrets) in [
      (material, "forward-secret hybrid", sorted), (nil, "forward-secret classical", []),
    ] as [(QuantumKeyMaterial?, String, [SecretBytes])] {
      let sender = try PairwiseKeys.forwardSecret(
        own: ephemeral, peer: prekey.publicKey, quantum: quantum, context: context)
      let recipient = try PairwiseKeys.forwardSecret(
        own: prekey, peer: ephemeral.publicKey, quantum: quantum, context: context)
      #expect(sender == recipient)
      #expect(
        try sender
          == expected(purpose, own: ephemeral, peer: prekey.publicKey, secrets: secrets, from: alice, to: bob))
    }
  }

  @Test func bothSidesAgreeAndEachDirectionHasItsOwnKey() throws {
    for quantum in [material, nil] {
      let toBob = context(from: alice, to: bob)
      let aliceToBob = try PairwiseKeys.longTerm(
        own: alice.identity, peer: bob.identity.publicKey, quantum: quantum, context: toBob)
      let atBob = try PairwiseKeys.longTerm(
        own: bob.identity, peer: alice.identity.publicKey, quantum: quantum, context: toBob)
      let back = try PairwiseKeys.longTerm(
        own: bob.identity, peer: alice.identity.publicKey, quantum: quantum, context: context(from: bob, to: alice))
      #expect(aliceToBob == atBob)
      #expect(aliceToBob != back)
    }
  }

  /// Neither side has a privileged role: exchanging the two ML-KEM secrets changes no key.
  @Test func theOrderOfTheSecretsDoesNotMatter() throws {
    let exchanged = try #require(
      QuantumKeyMaterial(
        inviterSecret: material.joinerSecret, joinerSecret: material.inviterSecret,
        inviterCiphertext: material.joinerCiphertext, joinerCiphertext: material.inviterCiphertext))
    let context = context(from: alice, to: bob)
    #expect(
      try PairwiseKeys.longTerm(
        own: alice.identity, peer: bob.identity.publicKey, quantum: material, context: context)
        == PairwiseKeys.longTerm(
          own: alice.identity, peer: bob.identity.publicKey, quantum: exchanged, context: context))
  }

  /// Without the ML-KEM secrets the classical part yields no hybrid key, and the other way round.
  @Test func everyInputMatters() throws {
    let context = context(from: alice, to: bob)
    let other = try TestDevice.material(random)
    let stranger = DeviceIdentity.generate(random: random)
    let keys = [
      try PairwiseKeys.longTerm(
        own: alice.identity, peer: bob.identity.publicKey, quantum: material, context: context),
      try PairwiseKeys.longTerm(own: alice.identity, peer: bob.identity.publicKey, quantum: other, context: context),
      try PairwiseKeys.longTerm(
        own: stranger.identity, peer: bob.identity.publicKey, quantum: material, context: context),
      try PairwiseKeys.forwardSecret(
        own: alice.identity, peer: bob.identity.publicKey, quantum: material, context: context),
      try PairwiseKeys.longTerm(
        own: alice.identity, peer: bob.identity.publicKey, quantum: material,
        context: self.context(from: stranger, to: bob)),
    ]
    for (index, key) in keys.enumerated() {
      for other in keys[(index + 1)...] { #expect(key != other) }
    }
  }

  @Test func modesAreTheFourBytes() {
    #expect(KeyPathMode.allCases.map(\.rawValue) == [1, 2, 3, 4])
    for mode in KeyPathMode.allCases {
      #expect(KeyPathMode(usesPrekey: mode.usesPrekey, isHybrid: mode.isHybrid) == mode)
    }
    #expect(KeyPathMode.forwardSecret.usesPrekey && KeyPathMode.forwardSecret.isHybrid)
    #expect(KeyPathMode.forwardSecretNoPQ.usesPrekey && !KeyPathMode.forwardSecretNoPQ.isHybrid)
    #expect(!KeyPathMode.longTermFallback.usesPrekey && KeyPathMode.longTermFallback.isHybrid)
  }
}
