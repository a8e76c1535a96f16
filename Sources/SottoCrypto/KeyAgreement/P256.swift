import CCrypto

/// NIST P-256 (SP 800-186), the curve of secure elements and TPMs.
public enum P256 {
  public enum KeyAgreement {}
}

extension P256.KeyAgreement {
  /// A private key for ECDH.
  public struct PrivateKey: Sendable, Redacted {
    /// In bytes.
    public static let size = 32

    /// The scalar, 32 bytes big-endian, in 1 ..< order.
    public let rawRepresentation: SecretBytes
    public let publicKey: PublicKey

    public init(random: any RandomSource = SystemRandom()) {
      // A draw lies outside the range once in 2³².
      while true {
        if let key = try? PrivateKey(rawRepresentation: random.secret(Self.size)) {
          self = key
          return
        }
      }
    }

    /// Throws `incorrectKeySize` unless there are 32 bytes, `invalidPoint` for a scalar out of range.
    public init(rawRepresentation: SecretBytes) throws(CryptoError) {
      guard rawRepresentation.count == Self.size else { throw .incorrectKeySize }
      let scalar = P256Scalar(rawRepresentation)
      guard scalar.isInRange else { throw .invalidPoint }
      let point = P256Point()
      point.multiplyGenerator(by: scalar)
      self.rawRepresentation = rawRepresentation
      publicKey = PublicKey(checked: point.x963Representation)
    }

    /// The X coordinate of the common point, 32 bytes.
    public func sharedSecretFromKeyAgreement(with peer: PublicKey) throws(CryptoError) -> SharedSecret {
      let point = try P256Point(x963Representation: peer.x963Representation)
      let product = P256Point()
      product.multiply(point, by: P256Scalar(rawRepresentation))
      return SharedSecret(try product.xCoordinate())
    }
  }

  /// A point of the curve other than infinity.
  public struct PublicKey: Sendable, Hashable {
    /// In bytes.
    public static let size = 65

    /// X9.63, uncompressed: 0x04 ‖ X ‖ Y, 65 bytes.
    public let x963Representation: [UInt8]

    /// Throws `incorrectKeySize` unless there are 65 bytes, `invalidPoint` unless they are a point of the curve in
    /// uncompressed form.
    public init(x963Representation: [UInt8]) throws(CryptoError) {
      _ = try P256Point(x963Representation: x963Representation)
      self.x963Representation = x963Representation
    }

    fileprivate init(checked bytes: [UInt8]) {
      x963Representation = bytes
    }
  }
}
