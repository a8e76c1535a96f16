/// HKDF-SHA256 (RFC 5869). `extract` concentrates a secret, `expand` stretches it; `derive` does both.
public enum HKDF {
  /// The longest output, in bytes.
  public static let maximumOutput = 255 * SHA256.digestSize

  /// A 32-byte key.
  public static func deriveKey(input: SecretBytes, salt: [UInt8], info: [UInt8]) -> SymmetricKey {
    let key = extract(input: input, salt: salt)
    return SymmetricKey(derived: expandTrusted(key.secret, info: info, count: SymmetricKey.size))
  }

  public static func deriveKey(input: SharedSecret, salt: [UInt8], info: [UInt8]) -> SymmetricKey {
    deriveKey(input: input.secret, salt: salt, info: info)
  }

  /// `count` bytes, at most `maximumOutput`; the size stands in the code that calls, so a larger one is a
  /// programming error. Sizes that come from elsewhere go through `expand`.
  public static func derive(input: SecretBytes, salt: [UInt8], info: [UInt8], count: Int) -> SecretBytes {
    let key = extract(input: input, salt: salt)
    return expandTrusted(key.secret, info: info, count: count)
  }

  /// HKDF-Extract. An empty salt stands for 32 zero bytes.
  public static func extract(input: SecretBytes, salt: [UInt8]) -> SymmetricKey {
    salt.withUnsafeBytes { extract(input: input, salt: $0) }
  }

  static func extract(input: SecretBytes, salt: UnsafeRawBufferPointer) -> SymmetricKey {
    SymmetricKey(
      derived: SecretBytes(count: SymmetricKey.size) { output in
        var context = HMACContext(key: salt)
        input.withUnsafeBytes { context.update($0) }
        context.finalize(into: output)
      })
  }

  /// HKDF-Expand. Throws `incorrectParameterSize` unless `count` is in 0 ... `maximumOutput`.
  public static func expand(_ key: SecretBytes, info: [UInt8], count: Int) throws(CryptoError) -> SecretBytes {
    guard (0...maximumOutput).contains(count) else { throw .incorrectParameterSize }
    return expandTrusted(key, info: info, count: count)
  }

  static func expandTrusted(_ key: SecretBytes, info: [UInt8], count: Int) -> SecretBytes {
    precondition((0...maximumOutput).contains(count))
    let blockSize = SHA256.digestSize
    let blocks = (count + blockSize - 1) / blockSize
    let output = SecretBytes(count: blocks * blockSize) { output in
      key.withUnsafeBytes { key in
        var context = HMACContext(key: key)
        for block in 0..<blocks {
          if block > 0 {
            context.restart()
            context.update(UnsafeRawBufferPointer(rebasing: output[(block - 1) * blockSize..<block * blockSize]))
          }
          context.update(info)
          context.update([UInt8(block + 1)])
          context.finalize(
            into: UnsafeMutableRawBufferPointer(rebasing: output[block * blockSize..<(block + 1) * blockSize]))
        }
      }
    }
    return output.count == count ? output : output[0..<count]
  }
}
