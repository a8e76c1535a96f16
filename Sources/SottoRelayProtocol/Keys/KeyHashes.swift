import SottoWire

/// What a relay keeps of an access key: SHA-256(label ‖ key).
public struct AccessKeyHash: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// What a relay keeps of a deletion key: SHA-256(label ‖ key).
public struct DeletionKeyHash: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// X25519 public key that a relay makes for one connection; `open` and `close` prove against it.
public struct ChallengeKey: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// 32 bytes that show possession of a mailbox's private key on this connection.
public struct MailboxProof: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
