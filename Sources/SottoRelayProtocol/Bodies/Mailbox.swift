import SottoCore
import SottoWire

/// `mailbox[32] · accessKeyHash[32] · optional<previous> · optional<lifetime u16 hours> · proof[32]`
///
/// Makes the mailbox where it does not exist, sets its access-key hashes to these, and starts its deliveries.
public struct OpenRequest: WireCodable, Equatable, Sendable {
  public var mailbox: MailboxKey
  public var accessKeyHash: AccessKeyHash
  /// The access key before this one, which senders may still show for a while.
  public var previous: PreviousAccessKey?
  /// For a mailbox that is new: how long it exists. Without it, until nobody uses it any more.
  public var lifetimeHours: UInt16?
  public var proof: MailboxProof

  public init(
    mailbox: MailboxKey, accessKeyHash: AccessKeyHash, previous: PreviousAccessKey? = nil,
    lifetimeHours: UInt16? = nil, proof: MailboxProof
  ) {
    self.mailbox = mailbox
    self.accessKeyHash = accessKeyHash
    self.previous = previous
    self.lifetimeHours = lifetimeHours
    self.proof = proof
  }

  public init(from reader: inout WireReader) throws(WireError) {
    mailbox = try reader.value()
    accessKeyHash = try reader.value()
    previous = try reader.optional()
    lifetimeHours = try reader.optional { (reader: inout WireReader) throws(WireError) in try reader.u16() }
    guard lifetimeHours != 0 else { throw .invalidValue }
    proof = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    mailbox.encode(to: &writer)
    accessKeyHash.encode(to: &writer)
    writer.optional(previous)
    writer.optional(lifetimeHours) { $1.u16($0) }
    proof.encode(to: &writer)
  }
}

/// `hash[32] · until u64` in milliseconds since 1970
public struct PreviousAccessKey: WireCodable, Equatable, Sendable {
  public var hash: AccessKeyHash
  public var until: Timestamp

  public init(hash: AccessKeyHash, until: Timestamp) {
    self.hash = hash
    self.until = until
  }

  public init(from reader: inout WireReader) throws(WireError) {
    hash = try reader.value()
    until = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    hash.encode(to: &writer)
    until.encode(to: &writer)
  }
}

/// `mailbox[32] · accessKeyHash[32] · proof[32]`: deletes the mailbox and all that waits in it. The proof is made like
/// that of `open`, over the hash given here.
public struct CloseRequest: WireCodable, Equatable, Sendable {
  public var mailbox: MailboxKey
  public var accessKeyHash: AccessKeyHash
  public var proof: MailboxProof

  public init(mailbox: MailboxKey, accessKeyHash: AccessKeyHash, proof: MailboxProof) {
    self.mailbox = mailbox
    self.accessKeyHash = accessKeyHash
    self.proof = proof
  }

  public init(from reader: inout WireReader) throws(WireError) {
    mailbox = try reader.value()
    accessKeyHash = try reader.value()
    proof = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    mailbox.encode(to: &writer)
    accessKeyHash.encode(to: &writer)
    proof.encode(to: &writer)
  }
}

/// `arrival u64 · pushID[16] · storedAt u64 · mailbox[32] · bytes envelope`: an envelope that waits in an opened
/// mailbox.
public struct Delivery: WireCodable, Equatable, Sendable {
  /// Rises within a mailbox; a number is never used twice.
  public var arrival: UInt64
  public var pushID: PushID
  /// When the relay accepted it, by the relay's clock.
  public var storedAt: Timestamp
  public var mailbox: MailboxKey
  public var envelope: [UInt8]

  public init(arrival: UInt64, pushID: PushID, storedAt: Timestamp, mailbox: MailboxKey, envelope: [UInt8]) {
    self.arrival = arrival
    self.pushID = pushID
    self.storedAt = storedAt
    self.mailbox = mailbox
    self.envelope = envelope
  }

  public init(from reader: inout WireReader) throws(WireError) {
    arrival = try reader.u64()
    pushID = try reader.value()
    storedAt = try reader.value()
    mailbox = try reader.value()
    envelope = try reader.bytes(max: RelayProtocolLimits.envelopeSize)
  }

  public func encode(to writer: inout WireWriter) {
    writer.u64(arrival)
    pushID.encode(to: &writer)
    storedAt.encode(to: &writer)
    mailbox.encode(to: &writer)
    writer.bytes(envelope)
  }
}

/// `mailbox[32] · vector<u64, 256> arrivals`: these need not be kept any more.
public struct AcknowledgeRequest: WireCodable, Equatable, Sendable {
  public var mailbox: MailboxKey
  public var arrivals: [UInt64]

  public init(mailbox: MailboxKey, arrivals: [UInt64]) {
    self.mailbox = mailbox
    self.arrivals = arrivals
  }

  public init(from reader: inout WireReader) throws(WireError) {
    mailbox = try reader.value()
    arrivals = try reader.vector(max: RelayProtocolLimits.acknowledgementCount) {
      (reader: inout WireReader) throws(WireError) in try reader.u64()
    }
  }

  public func encode(to writer: inout WireWriter) {
    mailbox.encode(to: &writer)
    writer.vector(arrivals) { $1.u64($0) }
  }
}
