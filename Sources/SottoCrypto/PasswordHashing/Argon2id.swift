import CSodium

/// Argon2id version 1.3 (RFC 9106) with one lane.
public enum Argon2id {
  /// In bytes.
  public static let saltSize = 16
  /// The least memory, in KiB.
  public static let minimumMemoryKiB = 8
  /// The most memory, in KiB: 4 GiB less one page.
  public static let maximumMemoryKiB = 4_194_303

  /// Takes `memoryKiB` of memory for the duration. `iterations` is 1 or more, `count` 16 or more bytes.
  ///
  /// Throws `incorrectParameterSize` outside these bounds, `backendFailure` when there is not enough memory.
  public static func derive(
    password: SecretBytes, salt: [UInt8], memoryKiB: Int, iterations: Int, count: Int
  ) throws(CryptoError) -> SecretBytes {
    guard
      salt.count == saltSize, (minimumMemoryKiB...maximumMemoryKiB).contains(memoryKiB),
      (1...Int(UInt32.max)).contains(iterations), (16...HKDF.maximumOutput).contains(count),
      password.count <= Int(UInt32.max)
    else { throw .incorrectParameterSize }
    Sodium.start()
    return try SecretBytes(count: count) { (output) throws(CryptoError) in
      let status = password.withUnsafeBytes { password in
        crypto_pwhash_argon2id(
          output.octets, UInt64(count), UnsafeRawPointer(password.octets).assumingMemoryBound(to: CChar.self),
          UInt64(password.count), salt, UInt64(iterations), memoryKiB * 1024, crypto_pwhash_argon2id_alg_argon2id13())
      }
      guard status == 0 else { throw .backendFailure }
    }
  }
}
