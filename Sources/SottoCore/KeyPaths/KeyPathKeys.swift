import SottoWire

/// P-256 public key that is used once: the public half of a prekey. Whether it is a point of the curve is checked where
/// a batch is accepted and again where it is used.
public struct PrekeyPublicKey: Identifier {
  public static let size = 65
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// P-256 public key that a sender makes for one recipient of one bundle.
public struct EphemeralKey: Identifier {
  public static let size = 65
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
