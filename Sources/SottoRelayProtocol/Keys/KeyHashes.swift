import SottoCore
import SottoCrypto
import SottoWire

/// What a relay keeps of an access key: SHA-256(label ‖ key).
public struct AccessKeyHash: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  public init(of key: AccessKey) {
    self.init(unchecked: SHA256.hash(Label.accessKeyHash.bytes, key.bytes))
  }
}

/// What a relay keeps of a deletion key: SHA-256(label ‖ key).
public struct DeletionKeyHash: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  public init(of key: DeletionKey) {
    self.init(unchecked: SHA256.hash(Label.deletionKeyHash.bytes, key.bytes))
  }
}

/// X25519 public key that a relay makes for one connection; `open` and `close` prove against it.
public struct ChallengeKey: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
