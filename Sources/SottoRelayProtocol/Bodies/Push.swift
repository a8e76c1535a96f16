import SottoCore
import SottoWire

/// A hint for a relay that can wake a device. `SottoRelay` cannot, and keeps nothing of it.
public enum PushUrgency: UInt8, Sendable {
  case normal = 0
  /// Nobody waits for it: receipts, key material.
  case silent = 1
}

/// `mailbox[32] · accessKey[16] · pushID[16] · deletionKeyHash[32] · expiry u16 hours · urgency u8 · bytes envelope`
public struct PushRequest: WireCodable, Equatable, Sendable {
  public var mailbox: MailboxKey
  public var accessKey: AccessKey
  /// The same on every retry: a repeat gets the first answer and makes no second copy.
  public var pushID: PushID
  public var deletionKeyHash: DeletionKeyHash
  /// Hours that the relay keeps it undelivered; a relay may keep it for less.
  public var expiryHours: UInt16
  public var urgency: PushUrgency
  public var envelope: [UInt8]

  public init(
    mailbox: MailboxKey, accessKey: AccessKey, pushID: PushID, deletionKeyHash: DeletionKeyHash,
    expiryHours: UInt16 = RelayProtocolLimits.lifetimeHours, urgency: PushUrgency = .normal, envelope: [UInt8]
  ) {
    self.mailbox = mailbox
    self.accessKey = accessKey
    self.pushID = pushID
    self.deletionKeyHash = deletionKeyHash
    self.expiryHours = expiryHours
    self.urgency = urgency
    self.envelope = envelope
  }

  public init(from reader: inout WireReader) throws(WireError) {
    mailbox = try reader.value()
    accessKey = try reader.value()
    pushID = try reader.value()
    deletionKeyHash = try reader.value()
    expiryHours = try reader.u16()
    guard expiryHours > 0 else { throw .invalidValue }
    let byte = try reader.u8()
    guard let urgency = PushUrgency(rawValue: byte) else { throw .unknownTag(byte) }
    self.urgency = urgency
    // What is above the envelope limit but fits a frame gets an answer, `tooLarge`, and the connection goes on.
    envelope = try reader.bytes(max: RelayProtocolLimits.bodySize)
  }

  public func encode(to writer: inout WireWriter) {
    mailbox.encode(to: &writer)
    accessKey.encode(to: &writer)
    pushID.encode(to: &writer)
    deletionKeyHash.encode(to: &writer)
    writer.u16(expiryHours)
    writer.u8(urgency.rawValue)
    writer.bytes(envelope)
  }
}

/// The relay holds the envelope on disk: made by this push, or by an earlier one with the same id.
public enum PushAcceptance: UInt8, Sendable {
  case first = 0
  case `repeat` = 1
}

/// `mailbox[32] · pushID[16] · deletionKey[32]`: takes back an envelope that has not been acknowledged.
public struct BlankRequest: WireCodable, Equatable, Sendable {
  public var mailbox: MailboxKey
  public var pushID: PushID
  public var deletionKey: DeletionKey

  public init(mailbox: MailboxKey, pushID: PushID, deletionKey: DeletionKey) {
    self.mailbox = mailbox
    self.pushID = pushID
    self.deletionKey = deletionKey
  }

  public init(from reader: inout WireReader) throws(WireError) {
    mailbox = try reader.value()
    pushID = try reader.value()
    deletionKey = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    mailbox.encode(to: &writer)
    pushID.encode(to: &writer)
    deletionKey.encode(to: &writer)
  }
}
