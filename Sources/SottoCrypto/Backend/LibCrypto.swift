import CCrypto

/// What is shared of libcrypto: algorithms, fetched once per process, and its error queue.
enum LibCrypto {
  /// A fetched algorithm or a template. libcrypto documents these as safe for concurrent use as long as nobody
  /// changes them, and nobody does; they live as long as the process.
  struct Shared: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ name: StaticString, _ pointer: OpaquePointer?) {
      guard let pointer else { preconditionFailure("libcrypto offers no \(name)") }
      self.pointer = pointer
    }
  }

  static let sha256 = Shared("SHA-256", EVP_MD_fetch(nil, "SHA2-256", nil))
  static let sha3_256 = Shared("SHA3-256", EVP_MD_fetch(nil, "SHA3-256", nil))
  static let sha3_512 = Shared("SHA3-512", EVP_MD_fetch(nil, "SHA3-512", nil))
  static let shake128 = Shared("SHAKE128", EVP_MD_fetch(nil, "SHAKE-128", nil))
  static let shake256 = Shared("SHAKE256", EVP_MD_fetch(nil, "SHAKE-256", nil))
  static let aes256GCM = Shared("AES-256-GCM", EVP_CIPHER_fetch(nil, "AES-256-GCM", nil))

  /// Errors stay in a queue per thread, where a TLS connection on the same thread would take them for its own.
  /// Call after every failure.
  static func clearErrors() {
    ERR_clear_error()
  }

  /// Unwraps what libcrypto returns as nil only when memory is exhausted.
  static func allocated(_ pointer: OpaquePointer?) -> OpaquePointer {
    guard let pointer else { preconditionFailure("libcrypto: out of memory") }
    return pointer
  }

  /// For calls that fail only when memory is exhausted: none of them depends on an input's value.
  static func require(_ status: Int32, _ call: StaticString = #function) {
    precondition(status == 1, "libcrypto failed in \(call)")
  }
}
