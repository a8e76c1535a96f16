import SottoCrypto

/// One direction between two devices. It goes into every key between them, so that a key serves one pair and one
/// direction only.
public struct PairwiseContext: Hashable, Sendable {
  public let sender: DeviceID
  public let senderIdentity: IdentityKey
  public let recipient: DeviceID
  public let recipientIdentity: IdentityKey

  public init(
    sender: DeviceID, senderIdentity: IdentityKey, recipient: DeviceID, recipientIdentity: IdentityKey
  ) {
    self.sender = sender
    self.senderIdentity = senderIdentity
    self.recipient = recipient
    self.recipientIdentity = recipientIdentity
  }

  /// SHA-256(sender id ‖ recipient id ‖ sender's identity key ‖ recipient's identity key), 32 bytes
  public var hash: [UInt8] {
    SHA256.hash(sender.bytes, recipient.bytes, senderIdentity.bytes, recipientIdentity.bytes)
  }
}
