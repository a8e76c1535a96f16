import SottoCore
import SottoCrypto
import SottoWire
import TestSupport
import Testing

/// `Tests/Vectors/sotto/keypaths.json`: the four derivations with all their inputs, and the contexts on the wire.
@Suite struct KeyPathVectorTests {
  @Test func committedVectors() throws {
    let random = SeededRandom(seed: 1_001)
    let sender = DeviceIdentity.generate(random: random)
    let recipient = DeviceIdentity.generate(random: random)
    let material = try TestDevice.material(random)
    let ephemeral = P256.KeyAgreement.PrivateKey(random: random)
    let prekey = P256.KeyAgreement.PrivateKey(random: random)
    let prekeyID = PrekeyID(unchecked: random.bytes(16))
    let context = PairwiseContext(
      sender: sender.deviceID, senderIdentity: sender.identityKey, recipient: recipient.deviceID,
      recipientIdentity: recipient.identityKey)

    let keys = try KeyPathMode.allCases.map { mode in
      let quantum = mode.isHybrid ? material : nil
      let own = mode.usesPrekey ? ephemeral : sender.identity
      let peer = mode.usesPrekey ? prekey : recipient.identity
      let derive = { (own: P256.KeyAgreement.PrivateKey, peer: P256.KeyAgreement.PrivateKey) in
        mode.usesPrekey
          ? try PairwiseKeys.forwardSecret(own: own, peer: peer.publicKey, quantum: quantum, context: context)
          : try PairwiseKeys.longTerm(own: own, peer: peer.publicKey, quantum: quantum, context: context)
      }
      return StructureVector(
        "key of path \(mode.rawValue)", bytes: bytes(try derive(own, peer).secret),
        [
          "path": "\(mode)",
          "senderPrivateKey": hex(bytes(own.rawRepresentation)),
          "senderPublicKey": hex(own.publicKey.x963Representation),
          "recipientPrivateKey": hex(bytes(peer.rawRepresentation)),
          "recipientPublicKey": hex(peer.publicKey.x963Representation),
          "ss1": quantum.map { hex(bytes($0.inviterSecret)) } ?? "",
          "ss2": quantum.map { hex(bytes($0.joinerSecret)) } ?? "",
          "senderDeviceID": hex(sender.deviceID.bytes),
          "recipientDeviceID": hex(recipient.deviceID.bytes),
          "senderIdentityKey": hex(sender.identityKey.bytes),
          "recipientIdentityKey": hex(recipient.identityKey.bytes),
          "contextHash": hex(context.hash),
        ], again: { bytes(try derive(peer, own).secret) })
    }
    let contexts: [SecrecyContext] = [
      .forwardSecret(
        isHybrid: true, ephemeral: EphemeralKey(unchecked: ephemeral.publicKey.x963Representation),
        prekeyID: prekeyID),
      .longTerm(isHybrid: true), .longTerm(isHybrid: false), .group,
    ]
    try checkVectors(
      "keypaths",
      keys
        + contexts.map {
          StructureVector(
            "SecrecyContext", $0,
            [
              "mode": $0.mode.byte, "ephemeralPublicKey": hex($0.ephemeralPublicKey),
              "prekeyID": $0.prekeyID?.description ?? "",
            ])
        })
  }

  private func bytes(_ secret: SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }
}
