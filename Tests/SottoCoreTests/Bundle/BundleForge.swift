import SottoCore
import SottoCrypto
import SottoWire
import TestSupport

/// Writes group and single-recipient bundles from the protocol's description alone, with every part replaceable: for
/// attacks that the sealer does not offer, and as a second implementation that the opener must understand.
struct BundleForge {
  let random: SeededRandom
  /// Whose fingerprint the bundle has.
  var claimed: DeviceIdentity
  /// Who signs.
  var signer: DeviceIdentity
  var sessionKey: SymmetricKey
  var blindNonce: [UInt8]
  /// What the blind is made for.
  var blindGroup: GroupID
  /// What the payload names.
  var groupID: GroupID?
  var content = Array("forged".utf8)
  var envelopeVersion: UInt8 = 1
  var bundleVersion: UInt8 = 4
  /// Replaced where set.
  var proof: [UInt8]?
  var digest: [UInt8]?
  var ciphertext: [UInt8]?
  var shards: [UInt8]?
  var prekeys: PrekeySection?
  /// The optional fields that a group payload leaves out: signature and manifest come from these.
  var payloadSignature: [UInt8]?
  var hasManifest = true
  var slotTail: [UInt8] = [0]

  init(_ random: SeededRandom, from sender: DeviceIdentity, group: GroupID) {
    self.random = random
    claimed = sender
    signer = sender
    sessionKey = SymmetricKey.random(random)
    blindNonce = random.bytes(16)
    blindGroup = group
    groupID = group
  }

  /// A slot before it is sealed: its context, and the key that reaches the recipient.
  typealias Slot = (context: SecrecyContext, key: SymmetricKey)

  static func longTermSlot(
    from sender: DeviceIdentity, to recipient: DeviceIdentity, _ quantum: QuantumKeyMaterial? = nil
  ) throws -> Slot {
    let key = try PairwiseKeys.longTerm(
      own: sender.identity, peer: recipient.identity.publicKey, quantum: quantum,
      context: context(from: sender, to: recipient))
    return (.longTerm(isHybrid: quantum != nil), key)
  }

  static func forwardSecretSlot(
    from sender: DeviceIdentity, to recipient: DeviceIdentity, _ prekey: PublicPrekey,
    _ quantum: QuantumKeyMaterial? = nil, random: SeededRandom
  ) throws -> Slot {
    let ephemeral = P256.KeyAgreement.PrivateKey(random: random)
    let key = try PairwiseKeys.forwardSecret(
      own: ephemeral, peer: P256.KeyAgreement.PublicKey(x963Representation: prekey.key.bytes), quantum: quantum,
      context: context(from: sender, to: recipient))
    let context = SecrecyContext.forwardSecret(
      isHybrid: quantum != nil, ephemeral: EphemeralKey(unchecked: ephemeral.publicKey.x963Representation),
      prekeyID: prekey.id)
    return (context, key)
  }

  private static func context(from sender: DeviceIdentity, to recipient: DeviceIdentity) -> PairwiseContext {
    PairwiseContext(
      sender: sender.deviceID, senderIdentity: sender.identityKey, recipient: recipient.deviceID,
      recipientIdentity: recipient.identityKey)
  }

  // MARK: Group

  var blind: [UInt8] { HMAC.authenticationCode(for: blindNonce, using: SecretBytes(copying: blindGroup.bytes)) }

  func bundle(_ slots: [Slot]) throws -> [UInt8] {
    let body = try ciphertext ?? seal(payload(), sessionKey, Array("v4".utf8) + [5, 0, 0] + blind)
    let slotPlaintext = slotPlaintext(body)
    var writer = start([5, 0, 0], body)
    writer.u8(1)
    writer.u8(envelopeVersion)
    writer.fixed(blind + blindNonce)
    let sealed = try slots.map { (context: $0.context, box: try seal(slotPlaintext, $0.key, blind)) }
    writer.vector(sealed) { slot, writer in
      writer.value(slot.context)
      writer.bytes(slot.box)
    }
    return writer.finish()
  }

  private func slotPlaintext(_ body: [UInt8]) -> [UInt8] {
    let key = sessionKey.secret.withUnsafeBytes { Array($0) }
    let commitment = SHA256.hash(Array("sotto/1 group bundle session key".utf8) + [0] + key)
    let digest = digest ?? SHA256.hash(Array("sotto/1 group bundle body".utf8) + [0] + commitment + body)
    let signed =
      Array("sotto/1 group bundle".utf8) + [0, 4] + [5, 0, 0] + blind + blindNonce + claimed.deviceID.bytes + digest
    var writer = WireWriter()
    writer.fixed(key + digest + signer.signing.signature(for: signed))
    writer.optional(prekeys)
    writer.optional(shards) { $1.bytes($0) }
    writer.fixed(slotTail)
    return writer.finish()
  }

  private func payload() -> [UInt8] {
    var writer = WireWriter()
    writer.optional(groupID)
    writer.value(AppVersion(1, 9, 1))
    writer.fixed(proof ?? HMAC.authenticationCode(for: claimed.identityKey.bytes, using: sessionKey.secret))
    writer.fixed([0, 0])
    writer.optional(payloadSignature) { $1.fixed($0) }
    writer.bool(hasManifest)
    if hasManifest { writer.zeros(40) }
    writer.bytes(content)
    writer.u8(0)
    return writer.finish()
  }

  // MARK: Single recipient

  /// `slot` is the whole bundle's key path; the group fields are not used but `groupID` and `hasManifest`, which an
  /// honest bundle leaves out.
  func single(_ slot: Slot, to recipient: DeviceID, isSigned: Bool = true) throws -> [UInt8] {
    let context = slot.context.encoded()
    let proof = proof ?? HMAC.authenticationCode(for: claimed.identityKey.bytes, using: slot.key.secret)
    func payload(_ signature: [UInt8]?) -> [UInt8] {
      var writer = WireWriter()
      writer.optional(groupID)
      writer.value(AppVersion(1, 9, 1))
      writer.fixed(proof)
      writer.optional(prekeys)
      writer.optional(shards) { $1.bytes($0) }
      writer.optional(signature) { $1.fixed($0) }
      writer.bool(hasManifest)
      if hasManifest { writer.zeros(40) }
      writer.bytes(content)
      writer.u8(0)
      return writer.finish()
    }
    let digest = SHA256.hash(Array("sotto/1 single bundle payload".utf8) + [0] + payload(nil))
    let signed =
      Array("sotto/1 single bundle".utf8) + [0, 4] + context + claimed.deviceID.bytes + recipient.bytes + digest
    let plaintext = payload(isSigned ? signer.signing.signature(for: signed) : nil)
    var writer = start(context, try seal(plaintext, slot.key, Array("v4".utf8) + context))
    writer.u8(0)
    return writer.finish()
  }

  private func start(_ context: [UInt8], _ ciphertext: [UInt8]) -> WireWriter {
    let nonce = random.bytes(16)
    var writer = WireWriter()
    writer.fixed(Array("STTO".utf8) + [bundleVersion] + context)
    writer.bytes(ciphertext)
    writer.fixed(nonce + SHA256.hash(claimed.identityKey.bytes + nonce))
    return writer
  }

  private func seal(_ plaintext: [UInt8], _ key: SymmetricKey, _ associatedData: [UInt8]) throws -> [UInt8] {
    try AES.GCM.seal(plaintext, using: key, authenticating: associatedData, random: random)
  }
}
