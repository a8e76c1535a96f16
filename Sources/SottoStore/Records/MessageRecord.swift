import SottoCore
import SottoWire

/// A message as it is kept: what its author wrote and, for own ones, how far each copy has come.
public struct MessageRecord: WireCodable, Sendable, Equatable {
  public enum Direction: UInt8, Sendable { case incoming = 0, outgoing = 1 }

  /// How one recipient's copy of an own message stands.
  public struct Copy: WireCodable, Sendable, Equatable {
    public let recipient: DeviceID
    /// How its key was reached
    public let path: KeyPathMode
    public var state: OutboxState

    public init(recipient: DeviceID, path: KeyPathMode, state: OutboxState) {
      self.recipient = recipient
      self.path = path
      self.state = state
    }

    public init(from reader: inout WireReader) throws(WireError) {
      recipient = try reader.value()
      let raw = try reader.u8()
      guard let path = KeyPathMode(rawValue: raw) else { throw .unknownTag(raw) }
      self.path = path
      state = try reader.value()
    }

    public func encode(to writer: inout WireWriter) {
      writer.value(recipient)
      writer.u8(path.rawValue)
      writer.value(state)
    }
  }

  public let key: MessageKey
  public let conversation: ConversationID
  public let direction: Direction
  /// By the author's clock
  public let sentAt: Timestamp
  /// By this device's clock
  public let storedAt: Timestamp
  /// The group that it was sent to, where it was one
  public let groupID: GroupID?
  /// The content envelope, padded, as it was sealed; kept whole also where this version cannot read it
  public var content: [UInt8]
  /// Of an own message, by recipient device
  public var copies: [Copy]
  /// The application's handler failed on every attempt
  public var handlerGaveUp: Bool

  public init(
    key: MessageKey, conversation: ConversationID, direction: Direction, sentAt: Timestamp, storedAt: Timestamp,
    groupID: GroupID?, content: [UInt8], copies: [Copy] = [], handlerGaveUp: Bool = false
  ) {
    self.key = key
    self.conversation = conversation
    self.direction = direction
    self.sentAt = sentAt
    self.storedAt = storedAt
    self.groupID = groupID
    self.content = content
    self.copies = copies
    self.handlerGaveUp = handlerGaveUp
  }

  public init(from reader: inout WireReader) throws(WireError) {
    key = try reader.value()
    conversation = try reader.value()
    let raw = try reader.u8()
    guard let direction = Direction(rawValue: raw) else { throw .unknownTag(raw) }
    self.direction = direction
    sentAt = try reader.value()
    storedAt = try reader.value()
    groupID = try reader.optional()
    content = try reader.bytes(max: Limits.paddedContent)
    copies = try reader.vector(max: Limits.recipients * Limits.fileBundles)
    handlerGaveUp = try reader.bool()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(key)
    writer.value(conversation)
    writer.u8(direction.rawValue)
    writer.value(sentAt)
    writer.value(storedAt)
    writer.optional(groupID)
    writer.bytes(content)
    writer.vector(copies)
    writer.bool(handlerGaveUp)
  }
}
