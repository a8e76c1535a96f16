extension AES {
  /// AES-256-GCM (NIST SP 800-38D) with 96-bit nonces and 128-bit tags.
  ///
  /// A *box* is nonce ‖ ciphertext ‖ tag, 28 bytes more than its plaintext. Its nonce is random, so one key seals at
  /// most 2³² boxes.
  public enum GCM {
    /// In bytes.
    public static let nonceSize = 12
    public static let tagSize = 16
    /// What a box has more than its plaintext, in bytes.
    public static let overhead = nonceSize + tagSize

    /// A box of `plaintext` under a fresh nonce. Throws `incorrectParameterSize` from 2 GiB on.
    public static func seal(
      _ plaintext: [UInt8], using key: SymmetricKey, authenticating data: [UInt8] = [],
      random: any RandomSource = SystemRandom()
    ) throws(CryptoError) -> [UInt8] {
      try withInput(plaintext) { (plaintext) throws(CryptoError) in
        try sealBox(plaintext, using: key, authenticating: data, random: random)
      }
    }

    public static func seal(
      _ plaintext: SecretBytes, using key: SymmetricKey, authenticating data: [UInt8] = [],
      random: any RandomSource = SystemRandom()
    ) throws(CryptoError) -> [UInt8] {
      try plaintext.withUnsafeBytes { (plaintext) throws(CryptoError) in
        try sealBox(plaintext, using: key, authenticating: data, random: random)
      }
    }

    /// Opens a box. Throws `authenticationFailure`, also for boxes that are too short.
    public static func open(
      _ box: [UInt8], using key: SymmetricKey, authenticating data: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
      guard box.count >= overhead else { throw .authenticationFailure }
      return try withInput(box) { (box) throws(CryptoError) in
        let (nonce, sealed) = split(box)
        return try Context(key: key).open(sealed, nonce: nonce, authenticating: data)
      }
    }

    /// As `open`, for plaintext that is itself a secret.
    public static func openSecret(
      _ box: [UInt8], using key: SymmetricKey, authenticating data: [UInt8] = []
    ) throws(CryptoError) -> SecretBytes {
      guard box.count >= overhead else { throw .authenticationFailure }
      return try withInput(box) { (box) throws(CryptoError) in
        let (nonce, sealed) = split(box)
        return try SecretBytes(count: sealed.count - tagSize) { (output) throws(CryptoError) in
          try Context(key: key).open(sealed, nonce: nonce, authenticating: data, into: output)
        }
      }
    }

    /// Ciphertext ‖ tag under a nonce of 12 bytes that the caller never uses twice with this key.
    public static func seal(
      _ plaintext: [UInt8], using key: SymmetricKey, nonce: [UInt8], authenticating data: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
      try Context(key: key).seal(plaintext, nonce: nonce, authenticating: data)
    }

    /// Opens ciphertext ‖ tag. Throws `authenticationFailure`, or `incorrectParameterSize` for another nonce than 12
    /// bytes.
    public static func open(
      ciphertextAndTag: [UInt8], using key: SymmetricKey, nonce: [UInt8], authenticating data: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
      try Context(key: key).open(ciphertextAndTag, nonce: nonce, authenticating: data)
    }

    public static func seal(
      _ plaintext: SecretBytes, using key: SymmetricKey, nonce: [UInt8], authenticating data: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
      try plaintext.withUnsafeBytes { (plaintext) throws(CryptoError) in
        try makeBytes(count: plaintext.count + tagSize) { (output) throws(CryptoError) in
          try withInput(nonce) { (nonce) throws(CryptoError) in
            try Context(key: key).seal(plaintext, nonce: nonce, authenticating: data, into: output)
          }
        }
      }
    }

    public static func openSecret(
      ciphertextAndTag sealed: [UInt8], using key: SymmetricKey, nonce: [UInt8], authenticating data: [UInt8] = []
    ) throws(CryptoError) -> SecretBytes {
      guard sealed.count >= tagSize else { throw .authenticationFailure }
      return try withInput(sealed) { (sealed) throws(CryptoError) in
        try withInput(nonce) { (nonce) throws(CryptoError) in
          try SecretBytes(count: sealed.count - tagSize) { (output) throws(CryptoError) in
            try Context(key: key).open(sealed, nonce: nonce, authenticating: data, into: output)
          }
        }
      }
    }

    private static func sealBox(
      _ plaintext: UnsafeRawBufferPointer, using key: SymmetricKey, authenticating data: [UInt8],
      random: any RandomSource
    ) throws(CryptoError) -> [UInt8] {
      try makeBytes(count: plaintext.count + overhead) { (box) throws(CryptoError) in
        let nonce = UnsafeMutableRawBufferPointer(rebasing: box[..<nonceSize])
        random.fill(nonce)
        try Context(key: key).seal(
          plaintext, nonce: UnsafeRawBufferPointer(nonce), authenticating: data,
          into: UnsafeMutableRawBufferPointer(rebasing: box[nonceSize...]))
      }
    }

    private static func split(
      _ box: UnsafeRawBufferPointer
    ) -> (nonce: UnsafeRawBufferPointer, sealed: UnsafeRawBufferPointer) {
      (.init(rebasing: box[..<nonceSize]), .init(rebasing: box[nonceSize...]))
    }
  }
}
