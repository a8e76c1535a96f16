import SottoCore
import SottoWire

/// An attachment's ciphertext in `objects/`: on its way to a relay, or come from one. Its key stands in the message.
public struct AttachmentRecord: WireCodable, Sendable, Equatable {
  public enum State: UInt8, Sendable {
    /// Waits to be uploaded, or is being uploaded
    case outgoing = 1
    /// All of it is at the relay.
    case uploaded = 2
    /// Being downloaded
    case incoming = 3
    /// All of it is here.
    case complete = 4
    /// The upload was given up.
    case failed = 5
  }

  /// The file in `objects/`
  public let object: FileName
  public let message: MessageKey
  /// Its number among the message's attachments, from 0
  public let index: UInt8
  public var state: State
  /// Bytes of the ciphertext
  public let size: UInt64
  /// Bytes of the ciphertext that the relay, or this device, has
  public var transferred: UInt64
  /// Its name at the relay; nil for one that travels in a file
  public let objectID: ObjectID?
  /// Deletes it at the relay; only its uploader has it
  public let deletionKey: DeletionKey?

  public init(
    object: FileName, message: MessageKey, index: UInt8, state: State, size: UInt64, transferred: UInt64 = 0,
    objectID: ObjectID?, deletionKey: DeletionKey?
  ) {
    self.object = object
    self.message = message
    self.index = index
    self.state = state
    self.size = size
    self.transferred = transferred
    self.objectID = objectID
    self.deletionKey = deletionKey
  }

  public init(from reader: inout WireReader) throws(WireError) {
    object = try reader.value()
    message = try reader.value()
    index = try reader.u8()
    let raw = try reader.u8()
    guard let state = State(rawValue: raw) else { throw .unknownTag(raw) }
    self.state = state
    size = try reader.u64()
    transferred = try reader.u64()
    objectID = try reader.optional()
    deletionKey = try reader.optional()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(object)
    writer.value(message)
    writer.u8(index)
    writer.u8(state.rawValue)
    writer.u64(size)
    writer.u64(transferred)
    writer.optional(objectID)
    writer.optional(deletionKey)
  }
}
