/// Key, base nonce and exporter secret of one HPKE context (RFC 9180 §5), common to both sides.
struct HPKEContext: ~Copyable, Sendable {
  private let key: SymmetricKey
  private let baseNonce: [UInt8]
  private let exporterSecret: SecretBytes
  private var sequence: UInt64 = 0

  /// ExtractAndExpand of the KEM (§4.1), then KeySchedule in base mode (§5.1).
  init(agreement: SharedSecret, encapsulatedKey: [UInt8], recipientKey: [UInt8], info: [UInt8]) {
    let eaePRK = LabeledKDF.kem.extract(label: "eae_prk", input: agreement.secret)
    let sharedSecret = LabeledKDF.kem.expand(
      eaePRK, label: "shared_secret", info: encapsulatedKey + recipientKey, count: 32)
    self.init(sharedSecret: sharedSecret, info: info)
  }

  private init(sharedSecret: SecretBytes, info: [UInt8]) {
    let kdf = LabeledKDF.suite
    let empty = SecretBytes(copying: [])
    let baseMode: [UInt8] = [0]
    let context =
      baseMode + kdf.extract(label: "psk_id_hash", input: empty).publicBytes
      + kdf.extract(label: "info_hash", input: SecretBytes(copying: info)).publicBytes
    let secret = kdf.extract(salt: sharedSecret, label: "secret", input: empty)
    key = SymmetricKey(derived: kdf.expand(secret, label: "key", info: context, count: SymmetricKey.size))
    baseNonce = kdf.expand(secret, label: "base_nonce", info: context, count: AES.GCM.nonceSize).publicBytes
    exporterSecret = kdf.expand(secret, label: "exp", info: context, count: SHA256.digestSize)
  }

  mutating func seal(_ plaintext: [UInt8], authenticating data: [UInt8]) throws(CryptoError) -> [UInt8] {
    let sealed = try AES.GCM.seal(plaintext, using: key, nonce: try nonce(), authenticating: data)
    sequence += 1
    return sealed
  }

  /// A message that does not open leaves the context as it was.
  mutating func open(_ sealed: [UInt8], authenticating data: [UInt8]) throws(CryptoError) -> [UInt8] {
    let plaintext = try AES.GCM.open(
      ciphertextAndTag: sealed, using: key, nonce: try nonce(), authenticating: data)
    sequence += 1
    return plaintext
  }

  mutating func seal(_ plaintext: SecretBytes, authenticating data: [UInt8]) throws(CryptoError) -> [UInt8] {
    let sealed = try AES.GCM.seal(plaintext, using: key, nonce: try nonce(), authenticating: data)
    sequence += 1
    return sealed
  }

  mutating func openSecret(_ sealed: [UInt8], authenticating data: [UInt8]) throws(CryptoError) -> SecretBytes {
    let plaintext = try AES.GCM.openSecret(
      ciphertextAndTag: sealed, using: key, nonce: try nonce(), authenticating: data)
    sequence += 1
    return plaintext
  }

  func export(context: [UInt8], count: Int) throws(CryptoError) -> SecretBytes {
    guard (0...HKDF.maximumOutput).contains(count) else { throw .incorrectParameterSize }
    return LabeledKDF.suite.expand(exporterSecret, label: "sec", info: context, count: count)
  }

  /// ComputeNonce (§5.2).
  private func nonce() throws(CryptoError) -> [UInt8] {
    guard sequence < .max else { throw .messageLimitReached }
    var nonce = baseNonce
    for index in 0..<8 {
      nonce[nonce.count - 1 - index] ^= UInt8(truncatingIfNeeded: sequence >> (8 * UInt64(index)))
    }
    return nonce
  }
}

extension SecretBytes {
  /// Bytes that come out of a KDF but are not secret: hashes of public values, nonces.
  fileprivate var publicBytes: [UInt8] {
    withUnsafeBytes { Array($0) }
  }
}
