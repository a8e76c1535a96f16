import SottoCrypto

/// One ECDH result with the salt that belongs to it: the costly part of a key path, kept apart so that several
/// candidates for the ML-KEM secrets share it.
struct KeyAgreement: Sendable {
  private let shared: SharedSecret
  private let salt: [UInt8]

  init(own: P256.KeyAgreement.PrivateKey, peer: P256.KeyAgreement.PublicKey) throws(KeyPathError) {
    do {
      shared = try own.sharedSecretFromKeyAgreement(with: peer)
    } catch {
      throw .agreementFailed
    }
    salt = zip(own.publicKey.x963Representation, peer.x963Representation).map { $0 ^ $1 }
  }

  /// A classical mode takes no notice of material that exists; a hybrid one needs it.
  func key(
    for mode: KeyPathMode, quantum: QuantumKeyMaterial?, context: PairwiseContext
  ) throws(KeyPathError) -> SymmetricKey {
    var input = shared.secret
    if mode.isHybrid {
      guard let quantum else { throw .missingQuantumKeyMaterial }
      input = .concatenation([input, quantum.sortedSecrets])
    }
    return HKDF.deriveKey(input: input, salt: salt, info: PairwiseKeys.info(for: mode) + context.hash)
  }
}
