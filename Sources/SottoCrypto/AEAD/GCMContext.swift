import CCrypto

extension AES.GCM {
  /// AES-256-GCM with the key set once, for many small messages or the chunks of a stream. Twice as fast as the
  /// static calls for short messages. For one thread at a time.
  public final class Context: Redacted {
    private let pointer: OpaquePointer

    public init(key: SymmetricKey) {
      pointer = LibCrypto.allocated(EVP_CIPHER_CTX_new())
      key.secret.withUnsafeBytes { key in
        let bytes = key.octets
        LibCrypto.require(EVP_CipherInit_ex2(pointer, LibCrypto.aes256GCM.pointer, bytes, nil, 1, nil))
      }
    }

    deinit {
      // Zeroes the expanded key.
      EVP_CIPHER_CTX_free(pointer)
    }

    /// Ciphertext ‖ tag. `nonce` has 12 bytes and is never used twice under this key.
    public func seal(
      _ plaintext: [UInt8], nonce: [UInt8], authenticating data: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
      try withInput(plaintext) { (plaintext) throws(CryptoError) in
        try makeBytes(count: plaintext.count + tagSize) { (output) throws(CryptoError) in
          try withInput(nonce) { (nonce) throws(CryptoError) in
            try seal(plaintext, nonce: nonce, authenticating: data, into: output)
          }
        }
      }
    }

    /// Opens ciphertext ‖ tag; throws `authenticationFailure`.
    public func open(
      _ sealed: [UInt8], nonce: [UInt8], authenticating data: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
      try withInput(sealed) { (sealed) throws(CryptoError) in
        try withInput(nonce) { (nonce) throws(CryptoError) in
          try open(sealed, nonce: nonce, authenticating: data)
        }
      }
    }

    func open(
      _ sealed: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating data: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
      guard sealed.count >= tagSize else { throw .authenticationFailure }
      return try makeBytes(count: sealed.count - tagSize) { (output) throws(CryptoError) in
        try open(sealed, nonce: nonce, authenticating: data, into: output)
      }
    }

    /// Writes ciphertext ‖ tag to `output`, which has exactly 16 bytes more than `plaintext` and may begin at the same
    /// address. Throws `incorrectParameterSize` for any other size, and from 2 GiB on.
    public func seal(
      _ plaintext: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating data: [UInt8],
      into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
      guard nonce.count == nonceSize, output.count == plaintext.count + tagSize, fits(plaintext.count, data.count)
      else { throw .incorrectParameterSize }
      guard
        begin(nonce, encrypting: true), authenticate(data), transform(plaintext, output), finish(output),
        exchangeTag(EVP_CTRL_AEAD_GET_TAG, output.baseAddress?.advanced(by: plaintext.count))
      else {
        LibCrypto.clearErrors()
        throw .backendFailure
      }
    }

    /// Writes the plaintext of ciphertext ‖ tag to `output`, which has exactly 16 bytes less and may begin at the same
    /// address. On `authenticationFailure`, `output` holds zeros.
    public func open(
      _ sealed: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating data: [UInt8],
      into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
      guard sealed.count >= tagSize else { throw .authenticationFailure }
      let count = sealed.count - tagSize
      guard nonce.count == nonceSize, output.count == count, fits(count, data.count)
      else { throw .incorrectParameterSize }
      let tag = UnsafeMutableRawPointer(mutating: sealed.baseAddress?.advanced(by: count))
      guard
        begin(nonce, encrypting: false), authenticate(data),
        transform(UnsafeRawBufferPointer(rebasing: sealed[..<count]), output),
        exchangeTag(EVP_CTRL_AEAD_SET_TAG, tag), finish(output)
      else {
        LibCrypto.clearErrors()
        Memory.zero(output)
        throw .authenticationFailure
      }
    }

    /// libcrypto counts in `int`.
    private func fits(_ text: Int, _ data: Int) -> Bool {
      text <= Int(Int32.max) - tagSize && data <= Int(Int32.max)
    }

    private func begin(_ nonce: UnsafeRawBufferPointer, encrypting: Bool) -> Bool {
      let nonce = nonce.octets
      return EVP_CipherInit_ex2(pointer, nil, nil, nonce, encrypting ? 1 : 0, nil) == 1
    }

    private func authenticate(_ data: [UInt8]) -> Bool {
      var count: Int32 = 0
      return data.isEmpty || EVP_CipherUpdate(pointer, nil, &count, data, Int32(data.count)) == 1
    }

    private func transform(_ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer) -> Bool {
      guard !input.isEmpty else { return true }
      var count: Int32 = 0
      let status = EVP_CipherUpdate(
        pointer, output.octets, &count,
        input.octets, Int32(input.count))
      return status == 1 && Int(count) == input.count
    }

    /// GCM has no padding: nothing is written, the tag is made or checked.
    private func finish(_ output: UnsafeMutableRawBufferPointer) -> Bool {
      var unused: (UInt64, UInt64) = (0, 0)
      var count: Int32 = 0
      return withUnsafeMutableBytes(of: &unused) {
        EVP_CipherFinal_ex(pointer, $0.octets, &count)
      } == 1
    }

    private func exchangeTag(_ command: Int32, _ tag: UnsafeMutableRawPointer?) -> Bool {
      EVP_CIPHER_CTX_ctrl(pointer, command, Int32(tagSize), tag) == 1
    }
  }
}
