import SottoWire

// Sizes in bytes. Ids of 16 bytes are random UUIDs.

/// SHA-256 of a device's signing key.
public struct DeviceID: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// Names a message within its author's device; the same in every copy and on every retry.
public struct MessageID: Identifier {
  public static let size = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

public struct GroupID: Identifier {
  public static let size = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// A local record of a person; never leaves the device.
public struct ContactID: Identifier {
  public static let size = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

public struct PrekeyID: Identifier {
  public static let size = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// Ed25519 public key of a device.
public struct SigningKey: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// Ed25519 public key that signs an account's device list.
public struct ListKey: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// X25519 public key of a mailbox: its address at a relay and what envelopes are sealed to.
public struct MailboxKey: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// P-256 public key, X9.63 uncompressed. That it is a point of the curve is checked where it is used.
public struct IdentityKey: Identifier {
  public static let size = 65
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// What a sender must show to push into a mailbox.
public struct AccessKey: Identifier {
  public static let size = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// Names one push within its mailbox, the same on every retry. Random.
public struct PushID: Identifier {
  public static let size = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// Allows its holder to take back an undelivered push, or to delete an object; the relay knows its SHA-256.
public struct DeletionKey: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// Names an attachment's ciphertext at a relay; whoever knows it may fetch it. Random.
public struct ObjectID: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
