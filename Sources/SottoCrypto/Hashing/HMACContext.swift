import CCrypto

/// One keyed HMAC-SHA256 computation. The key, and all that was computed from it, is zeroed with it.
struct HMACContext: ~Copyable {
  private let pointer: OpaquePointer

  /// A context that knows its hash already. Copying it is several times cheaper than naming the hash anew.
  private static let template = LibCrypto.Shared("HMAC", makeTemplate())

  private static func makeTemplate() -> OpaquePointer? {
    guard let mac = EVP_MAC_fetch(nil, "HMAC", nil), let context = EVP_MAC_CTX_new(mac) else { return nil }
    EVP_MAC_free(mac)
    // libcrypto copies only contexts that have a key.
    let key: [UInt8] = [0]
    return sotto_hmac_sha256_init(context, key, key.count) == 1 ? context : nil
  }

  init(key: UnsafeRawBufferPointer) {
    pointer = LibCrypto.allocated(EVP_MAC_CTX_dup(Self.template.pointer))
    // RFC 2104 pads keys with zeros: one zero byte is the empty key, which libcrypto would take for "keep the key".
    var zero: UInt8 = 0
    if let base = key.baseAddress, !key.isEmpty {
      LibCrypto.require(EVP_MAC_init(pointer, base.assumingMemoryBound(to: UInt8.self), key.count, nil))
    } else {
      LibCrypto.require(EVP_MAC_init(pointer, &zero, 1, nil))
    }
  }

  deinit {
    EVP_MAC_CTX_free(pointer)
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    LibCrypto.require(EVP_MAC_update(pointer, base.assumingMemoryBound(to: UInt8.self), bytes.count))
  }

  mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Writes 32 bytes.
  mutating func finalize(into code: UnsafeMutableRawBufferPointer) {
    precondition(code.count == SHA256.digestSize)
    var written = 0
    let base = code.octets
    LibCrypto.require(EVP_MAC_final(pointer, base, &written, code.count))
  }

  /// Begins another computation under the same key.
  mutating func restart() {
    LibCrypto.require(EVP_MAC_init(pointer, nil, 0, nil))
  }
}
