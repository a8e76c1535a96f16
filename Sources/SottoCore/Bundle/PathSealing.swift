import SottoCrypto

/// A key that reaches one recipient, and the context that lets the recipient reach it too.
struct PathSealing: Sendable {
  let context: SecrecyContext
  let key: SymmetricKey

  /// With a prekey a fresh ephemeral key agrees with it; without one the cached long-term key serves.
  init(
    to recipient: BundleRecipient, cache: PairwiseKeyCache, random: any RandomSource
  ) throws(BundleError) {
    let peer = recipient.keys
    do throws(KeyPathError) {
      guard let prekey = recipient.prekey else {
        context = .longTerm(isHybrid: peer.quantum != nil)
        key = try cache.key(for: peer, .toPeer, quantum: peer.quantum)
        return
      }
      guard let point = try? P256.KeyAgreement.PublicKey(x963Representation: prekey.key.bytes) else {
        throw .invalidPublicKey
      }
      let ephemeral = P256.KeyAgreement.PrivateKey(random: random)
      context = .forwardSecret(
        isHybrid: peer.quantum != nil,
        ephemeral: EphemeralKey(unchecked: ephemeral.publicKey.x963Representation), prekeyID: prekey.id)
      key = try PairwiseKeys.forwardSecret(
        own: ephemeral, peer: point, quantum: peer.quantum, context: cache.context(for: peer, .toPeer))
    } catch {
      throw .keyPath(peer.deviceID, error)
    }
  }
}
