import SottoCrypto

/// The keys between two devices, one derivation for each of the four key paths.
///
/// With `ss1`, `ss2` the ML-KEM secrets of the pair, ordered as unsigned bytes:
///
/// | path | input key material | salt |
/// |---|---|---|
/// | forward-secret | ECDH(ephemeral, prekey) [‖ min(ss) ‖ max(ss)] | prekey ⊕ ephemeral |
/// | long-term | ECDH(identity, identity) [‖ min(ss) ‖ max(ss)] | identity ⊕ identity |
///
/// `info` is the path's label and the hash of the `PairwiseContext`; the result is 32 bytes of HKDF-SHA256. The secrets
/// in brackets are there on the hybrid paths, and the label differs with them.
public enum PairwiseKeys {
  /// ML-KEM secrets and the point both go in, for a message with a prekey.
  static let hybridForwardSecretInfo = Label.hybridForwardSecretInfo.bytes
  static let classicalForwardSecretInfo = Label.classicalForwardSecretInfo.bytes
  /// The same without a prekey.
  static let hybridTransportInfo = Label.hybridTransportInfo.bytes
  static let classicalTransportInfo = Label.classicalTransportInfo.bytes

  /// The key of a message that consumes a prekey. The sender holds the ephemeral private key, the recipient the
  /// prekey's; with `quantum` the path is hybrid, without it classical.
  public static func forwardSecret(
    own: P256.KeyAgreement.PrivateKey, peer: P256.KeyAgreement.PublicKey, quantum: QuantumKeyMaterial?,
    context: PairwiseContext
  ) throws(KeyPathError) -> SymmetricKey {
    try KeyAgreement(own: own, peer: peer).key(
      for: KeyPathMode(usesPrekey: true, isHybrid: quantum != nil), quantum: quantum, context: context)
  }

  /// The key of a message without a prekey, from both devices' identity keys.
  public static func longTerm(
    own: P256.KeyAgreement.PrivateKey, peer: P256.KeyAgreement.PublicKey, quantum: QuantumKeyMaterial?,
    context: PairwiseContext
  ) throws(KeyPathError) -> SymmetricKey {
    try KeyAgreement(own: own, peer: peer).key(
      for: KeyPathMode(usesPrekey: false, isHybrid: quantum != nil), quantum: quantum, context: context)
  }

  static func info(for mode: KeyPathMode) -> [UInt8] {
    switch mode {
    case .forwardSecret: hybridForwardSecretInfo
    case .forwardSecretNoPQ: classicalForwardSecretInfo
    case .longTermFallback: hybridTransportInfo
    case .longTermNoPQ: classicalTransportInfo
    }
  }
}
