import CCrypto

/// SHA-256 (FIPS 180-4). A value can be copied in mid-stream, and each copy goes on by itself.
public struct SHA256: Sendable {
  /// In bytes.
  public static let digestSize = 32

  private final class Context: @unchecked Sendable {
    // Changed only through a uniquely referenced value, so never by two threads.
    let pointer: OpaquePointer

    init() {
      pointer = LibCrypto.allocated(EVP_MD_CTX_new())
      LibCrypto.require(EVP_DigestInit_ex2(pointer, LibCrypto.sha256.pointer, nil))
    }

    init(copying other: Context) {
      pointer = LibCrypto.allocated(EVP_MD_CTX_new())
      LibCrypto.require(EVP_MD_CTX_copy_ex(pointer, other.pointer))
    }

    deinit {
      EVP_MD_CTX_free(pointer)
    }
  }

  private var context = Context()

  public init() {}

  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  public mutating func update(_ secret: SecretBytes) {
    secret.withUnsafeBytes { update($0) }
  }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    if !isKnownUniquelyReferenced(&context) { context = Context(copying: context) }
    LibCrypto.require(EVP_DigestUpdate(context.pointer, base, bytes.count))
  }

  /// The digest of everything so far. The value stays usable.
  public func finalize() -> [UInt8] {
    let last = Context(copying: context)
    return Self.digest { LibCrypto.require(EVP_DigestFinal_ex(last.pointer, $0, nil)) }
  }

  /// The digest of the parts one after the other.
  public static func hash(_ parts: [UInt8]...) -> [UInt8] {
    hash(parts)
  }

  public static func hash(_ parts: [[UInt8]]) -> [UInt8] {
    if parts.count == 1, let only = parts.first {
      return digest {
        LibCrypto.require(EVP_Digest(only, only.count, $0, nil, LibCrypto.sha256.pointer, nil))
      }
    }
    let context = Context()
    for part in parts where !part.isEmpty {
      LibCrypto.require(EVP_DigestUpdate(context.pointer, part, part.count))
    }
    return digest { LibCrypto.require(EVP_DigestFinal_ex(context.pointer, $0, nil)) }
  }

  private static func digest(_ fill: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: digestSize) { buffer, initialized in
      if let base = buffer.baseAddress { fill(base) }
      initialized = digestSize
    }
  }
}
