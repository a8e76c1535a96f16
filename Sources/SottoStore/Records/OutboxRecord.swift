import SottoCore
import SottoWire

/// One recipient device's copy on its way, with all that a push of it needs but the bytes (`OutboxBody`).
public struct OutboxRecord: WireCodable, Sendable {
  /// State, times and order
  public var entry: OutboxEntry
  public let recipient: DeviceID
  /// Names the message; the same on every push. For a message, with this device as author, its `MessageKey`.
  public let messageID: MessageID
  public let kind: EnvelopeKind
  /// The same on every retry; another when it is sealed anew
  public var pushID: PushID
  public var deletionKey: DeletionKey
  /// A relay and access key other than the recipient's own: an invitation's window
  public let window: Window?
  /// The prekey that it is sealed to, given back if it never leaves
  public var prekey: PrekeyStock.Taken?
  /// Where the message stands; nil for what is never shown
  public let conversation: ConversationID?
  /// Objects that must be at the relay before it goes
  public var uploads: [FileName]

  /// Where a pairing message goes while the peer is not known yet.
  public struct Window: WireCodable, Sendable, Equatable {
    public let relay: RelayEndpoint
    public let accessKey: AccessKey

    public init(relay: RelayEndpoint, accessKey: AccessKey) {
      self.relay = relay
      self.accessKey = accessKey
    }

    public init(from reader: inout WireReader) throws(WireError) {
      relay = try reader.value()
      accessKey = try reader.value()
    }

    public func encode(to writer: inout WireWriter) {
      writer.value(relay)
      writer.value(accessKey)
    }
  }

  public init(
    entry: OutboxEntry, recipient: DeviceID, messageID: MessageID, kind: EnvelopeKind, pushID: PushID,
    deletionKey: DeletionKey, window: Window? = nil, prekey: PrekeyStock.Taken? = nil,
    conversation: ConversationID? = nil, uploads: [FileName] = []
  ) {
    self.entry = entry
    self.recipient = recipient
    self.messageID = messageID
    self.kind = kind
    self.pushID = pushID
    self.deletionKey = deletionKey
    self.window = window
    self.prekey = prekey
    self.conversation = conversation
    self.uploads = uploads
  }

  /// Its key in the table
  public var sequence: RowNumber { RowNumber(rawValue: entry.sequence) }

  public init(from reader: inout WireReader) throws(WireError) {
    entry = try reader.value()
    recipient = try reader.value()
    messageID = try reader.value()
    kind = EnvelopeKind(byte: try reader.u8())
    pushID = try reader.value()
    deletionKey = try reader.value()
    window = try reader.optional()
    prekey = try reader.optional()
    conversation = try reader.optional()
    uploads = try reader.vector(max: Limits.attachments)
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(entry)
    writer.value(recipient)
    writer.value(messageID)
    writer.u8(kind.byte)
    writer.value(pushID)
    writer.value(deletionKey)
    writer.optional(window)
    writer.optional(prekey)
    writer.optional(conversation)
    writer.vector(uploads)
  }
}
