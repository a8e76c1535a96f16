import SottoCrypto
import SottoWire

/// Every value that ties the parts of a bundle together: fingerprint, blind, associated data, proof, signed bytes.
enum BundleAuthentication {
  private static let prefix = Array("v4".utf8)

  // MARK: In the clear

  static func fingerprint(of identity: IdentityKey, nonce: [UInt8]) -> [UInt8] {
    SHA256.hash(identity.bytes, nonce)
  }

  static func blind(_ group: GroupID, nonce: [UInt8]) -> [UInt8] {
    HMAC.authenticationCode(for: nonce, using: SecretBytes(copying: group.bytes))
  }

  /// Associated data of the ciphertext; `blind` is empty in a single-recipient bundle.
  static func associatedData(_ context: SecrecyContext, blind: [UInt8] = []) -> [UInt8] {
    prefix + context.encoded() + blind
  }

  // MARK: Inside

  /// Under the session key or, for a single recipient, the key of the path.
  static func senderProof(_ identity: IdentityKey, key: SymmetricKey) -> [UInt8] {
    HMAC.authenticationCode(for: identity.bytes, using: key)
  }

  static func isValidProof(_ proof: [UInt8], of identity: IdentityKey, key: SymmetricKey) -> Bool {
    HMAC.isValid(proof, for: identity.bytes, using: key)
  }

  /// Commits to the session key too, since AES-GCM does not: one ciphertext can be made to open under two keys.
  static func bodyDigest(sessionKey: SymmetricKey, ciphertext: [UInt8]) -> [UInt8] {
    var commitment = SHA256()
    commitment.update(Label.bundleSessionKey.bytes)
    commitment.update(sessionKey.secret)
    return SHA256.hash(Label.bundleBodyDigest.bytes, commitment.finalize(), ciphertext)
  }

  /// What the sender of a group bundle signs, once for all slots.
  static func groupSigned(
    _ context: SecrecyContext, blind: [UInt8], blindNonce: [UInt8], sender: DeviceID, bodyDigest: [UInt8]
  ) -> [UInt8] {
    Label.bundleSignature.bytes + [Bundle.version] + context.encoded() + blind + blindNonce + sender.bytes + bodyDigest
  }

  /// What the sender of a single-recipient bundle signs; the signature of `payload` is left out.
  static func singleSigned(
    _ context: SecrecyContext, sender: DeviceID, recipient: DeviceID, payload: SealedPayload
  ) -> [UInt8] {
    var unsigned = payload
    unsigned.senderSignature = nil
    var digest = SHA256()
    digest.update(Label.singleBundleDigest.bytes)
    digest.update(unsigned.encodedSecret())
    return Label.singleBundleSignature.bytes + [Bundle.version] + context.encoded() + sender.bytes + recipient.bytes
      + digest.finalize()
  }

  static func isValidSignature(_ signature: [UInt8], of key: SigningKey, for bytes: [UInt8]) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes) else { return false }
    return key.isValidSignature(signature, for: bytes)
  }
}
