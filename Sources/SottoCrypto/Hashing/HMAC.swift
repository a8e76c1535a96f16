/// HMAC-SHA256 (RFC 2104).
public enum HMAC {
  /// In bytes.
  public static let codeSize = SHA256.digestSize

  /// 32 bytes. The key may have any length.
  public static func authenticationCode(for message: [UInt8], using key: SecretBytes) -> [UInt8] {
    key.withUnsafeBytes { key in
      var context = HMACContext(key: key)
      context.update(message)
      return [UInt8](unsafeUninitializedCapacity: codeSize) { buffer, initialized in
        context.finalize(into: UnsafeMutableRawBufferPointer(start: buffer.octets, count: codeSize))
        initialized = codeSize
      }
    }
  }

  public static func authenticationCode(for message: [UInt8], using key: SymmetricKey) -> [UInt8] {
    authenticationCode(for: message, using: key.secret)
  }

  /// Constant time. A code of another length than 32 is not valid.
  public static func isValid(_ code: [UInt8], for message: [UInt8], using key: SecretBytes) -> Bool {
    Memory.equal(code, authenticationCode(for: message, using: key))
  }

  public static func isValid(_ code: [UInt8], for message: [UInt8], using key: SymmetricKey) -> Bool {
    isValid(code, for: message, using: key.secret)
  }
}
