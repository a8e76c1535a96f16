import SottoWire

/// What came and could not be used, or could not be sent. Issues are kept on the device and never leave it; the tags
/// are those of the store.
public enum DeliveryIssue: Hashable, Sendable {
  /// Sealed for another key, damaged, or of no known structure.
  case unreadable
  case unauthorised(Unauthorised)
  /// Made by a newer Sotto; handled after an update.
  case heldForNewerVersion
  /// Sent more than 60 days ago, by its sender's word.
  case replayed
  case malformedContent
  /// The application's handler failed on every attempt; the message is stored.
  case handlerGaveUp
  case sendFailed(SendFailure)
  /// No copy was made for this device.
  case deviceNotListed(DeviceID, Unlisted)
  /// A peer with post-quantum key material sealed without it.
  case downgraded

  public enum Unauthorised: UInt8, CaseIterable, Sendable {
    /// Signed by nobody that this device is paired with.
    case unknownAuthor = 1
    /// A pairing message without an open window or a pending join that it belongs to.
    case noPairing = 2
    /// The author is not a member of the group that the message names.
    case notAMember = 3
    /// Envelope and bundle name different devices.
    case authorMismatch = 4
    case invalidSignature = 5
    case invalidProof = 6
    /// What the bundle says of its group, outside and inside, does not belong together.
    case groupMismatch = 7
  }

  public enum Unlisted: UInt8, CaseIterable, Sendable {
    case notOnList = 1
    case removed = 2
    /// On the list with other keys.
    case keysDiffer = 3
    /// No valid list is known.
    case noList = 4
  }
}

extension DeliveryIssue: WireCodable {
  // Tag 8 is kept for issues of shared groups.
  public init(from reader: inout WireReader) throws(WireError) {
    switch try reader.u8() {
    case 1: self = .unreadable
    case 2: self = .unauthorised(try reader.value())
    case 3: self = .heldForNewerVersion
    case 4: self = .replayed
    case 5: self = .malformedContent
    case 6: self = .handlerGaveUp
    case 7: self = .sendFailed(try reader.value())
    case 9: self = .deviceNotListed(try reader.value(), try reader.value())
    case 10: self = .downgraded
    case let other: throw .unknownTag(other)
    }
  }

  public func encode(to writer: inout WireWriter) {
    switch self {
    case .unreadable: writer.u8(1)
    case .unauthorised(let reason):
      writer.u8(2)
      writer.value(reason)
    case .heldForNewerVersion: writer.u8(3)
    case .replayed: writer.u8(4)
    case .malformedContent: writer.u8(5)
    case .handlerGaveUp: writer.u8(6)
    case .sendFailed(let failure):
      writer.u8(7)
      writer.value(failure)
    case .deviceNotListed(let device, let reason):
      writer.u8(9)
      writer.value(device)
      writer.value(reason)
    case .downgraded: writer.u8(10)
    }
  }
}

extension DeliveryIssue.Unauthorised: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    let raw = try reader.u8()
    guard let value = Self(rawValue: raw) else { throw .unknownTag(raw) }
    self = value
  }

  public func encode(to writer: inout WireWriter) { writer.u8(rawValue) }
}

extension DeliveryIssue.Unlisted: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    let raw = try reader.u8()
    guard let value = Self(rawValue: raw) else { throw .unknownTag(raw) }
    self = value
  }

  public func encode(to writer: inout WireWriter) { writer.u8(rawValue) }
}
