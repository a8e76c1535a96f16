import SottoCrypto
import Testing
import TestSupport

/// No secret shows its bytes, whoever prints it. HPKE contexts are not here: what cannot be copied cannot be printed.
struct SecretTests {
  /// A secret of recognisable bytes in each type that holds one.
  private struct Sample {
    let value: Any
    let secret: SecretBytes
  }

  private static func samples() throws -> [String: Sample] {
    let random = SeededRandom(seed: 9)
    let bytes = random.secret(32)
    let p256 = try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes)
    let x25519 = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
    let peer = Curve25519.KeyAgreement.PrivateKey(random: random)
    let agreed = try x25519.sharedSecretFromKeyAgreement(with: peer.publicKey)
    let kem = MLKEM1024.PrivateKey(random: random)
    let key = try SymmetricKey(bytes)
    return [
      "SecretBytes": Sample(value: bytes, secret: bytes),
      "LockedSecret": Sample(value: LockedSecret(copying: bytes), secret: bytes),
      "SymmetricKey": Sample(value: key, secret: bytes),
      "SharedSecret": Sample(value: agreed, secret: agreed.secret),
      "P256 private key": Sample(value: p256, secret: bytes),
      "X25519 private key": Sample(value: x25519, secret: bytes),
      "Ed25519 private key": Sample(
        value: try Curve25519.Signing.PrivateKey(rawRepresentation: bytes), secret: bytes),
      "ML-KEM private key": Sample(value: kem, secret: kem.seed),
      "GCM context": Sample(value: AES.GCM.Context(key: key), secret: bytes),
      "inside an optional and an array": Sample(value: [Optional(key)], secret: bytes),
    ]
  }

  @Test func noTextOfASecretHoldsItsBytes() throws {
    for (name, sample) in try Self.samples() {
      var dumped = ""
      dump(sample.value, to: &dumped)
      for text in ["\(sample.value)", String(describing: sample.value), String(reflecting: sample.value), dumped] {
        for run in Self.recognisableRuns(of: sample.secret) {
          #expect(!text.lowercased().contains(run), "\(name)")
        }
      }
    }
  }

  /// Four bytes in a row as hexadecimal, and as the numbers of an array.
  private static func recognisableRuns(of secret: SecretBytes) -> [String] {
    let bytes = secret.withUnsafeBytes { Array($0) }
    return stride(from: 0, to: bytes.count - 3, by: 4).flatMap { start in
      let run = bytes[start..<start + 4]
      return [hex(run), run.map(String.init).joined(separator: ", ")]
    }
  }

  @Test func noMirrorReachesTheBytes() throws {
    for (name, sample) in try Self.samples() {
      let isReached = Self.reaches(sample.value, sample.secret)
      #expect(!isReached, "\(name)")
    }
  }

  /// Whether reflection finds an array with the secret's bytes, or a pointer, in `value`.
  private static func reaches(_ value: Any, _ secret: SecretBytes) -> Bool {
    if value is UnsafeMutableRawBufferPointer || value is UnsafeMutableRawPointer { return true }
    if let bytes = value as? [UInt8] { return SecretBytes(copying: bytes) == secret }
    return Mirror(reflecting: value).children.contains { reaches($0.value, secret) }
  }

  @Test func theTextSaysThatItIsRedacted() throws {
    for (name, sample) in try Self.samples() where !name.hasPrefix("inside") {
      #expect("\(sample.value)".hasSuffix("(redacted)"), "\(name)")
    }
  }

  @Test func secretsAreNotEncodable() throws {
    for (name, sample) in try Self.samples() {
      #expect(!(sample.value is any Encodable), "\(name)")
      #expect(!(sample.value is any Hashable), "\(name)")
    }
  }
}
