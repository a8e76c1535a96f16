import SottoCore
import SottoWire

/// `mailbox[32] · accessKey[16] · objectID[32] · deletionKeyHash[32] · size u64 · offset u64 · bytes chunk`
///
/// Adds a chunk to an object under the sender's own mailbox. A chunk that does not start where the object ends so far
/// is not written; the answer tells where that is, so an empty chunk asks where to resume.
public struct ObjectPutRequest: WireCodable, Equatable, Sendable {
  public var mailbox: MailboxKey
  public var accessKey: AccessKey
  public var objectID: ObjectID
  public var deletionKeyHash: DeletionKeyHash
  /// Bytes of the whole object; the same in every chunk.
  public var size: UInt64
  public var offset: UInt64
  public var chunk: [UInt8]

  public init(
    mailbox: MailboxKey, accessKey: AccessKey, objectID: ObjectID, deletionKeyHash: DeletionKeyHash,
    size: UInt64, offset: UInt64, chunk: [UInt8]
  ) {
    self.mailbox = mailbox
    self.accessKey = accessKey
    self.objectID = objectID
    self.deletionKeyHash = deletionKeyHash
    self.size = size
    self.offset = offset
    self.chunk = chunk
  }

  public init(from reader: inout WireReader) throws(WireError) {
    mailbox = try reader.value()
    accessKey = try reader.value()
    objectID = try reader.value()
    deletionKeyHash = try reader.value()
    size = try reader.u64()
    offset = try reader.u64()
    chunk = try reader.bytes(max: RelayProtocolLimits.chunkSize)
    guard size > 0, offset <= size, UInt64(chunk.count) <= size - offset else { throw .invalidValue }
  }

  public func encode(to writer: inout WireWriter) {
    mailbox.encode(to: &writer)
    accessKey.encode(to: &writer)
    objectID.encode(to: &writer)
    deletionKeyHash.encode(to: &writer)
    writer.u64(size)
    writer.u64(offset)
    writer.bytes(chunk)
  }
}

/// `stored u64`: bytes of the object that the relay has. Once that is its size, the object is on disk and can be
/// fetched.
public struct ObjectProgress: WireCodable, Equatable, Sendable {
  public var stored: UInt64

  public init(stored: UInt64) {
    self.stored = stored
  }

  public init(from reader: inout WireReader) throws(WireError) {
    stored = try reader.u64()
  }

  public func encode(to writer: inout WireWriter) {
    writer.u64(stored)
  }
}

/// `objectID[32] · offset u64 · length u32`
public struct ObjectGetRequest: WireCodable, Equatable, Sendable {
  public var objectID: ObjectID
  public var offset: UInt64
  /// At most `RelayLimits.chunkSize`; the answer may be shorter.
  public var length: UInt32

  public init(objectID: ObjectID, offset: UInt64, length: UInt32 = UInt32(RelayProtocolLimits.chunkSize)) {
    self.objectID = objectID
    self.offset = offset
    self.length = length
  }

  public init(from reader: inout WireReader) throws(WireError) {
    objectID = try reader.value()
    offset = try reader.u64()
    length = try reader.u32()
  }

  public func encode(to writer: inout WireWriter) {
    objectID.encode(to: &writer)
    writer.u64(offset)
    writer.u32(length)
  }
}

/// `size u64 · bytes chunk`: the object's whole size, and its bytes from the offset asked for. Empty at the end.
public struct ObjectChunk: WireCodable, Equatable, Sendable {
  public var size: UInt64
  public var chunk: [UInt8]

  public init(size: UInt64, chunk: [UInt8]) {
    self.size = size
    self.chunk = chunk
  }

  public init(from reader: inout WireReader) throws(WireError) {
    size = try reader.u64()
    chunk = try reader.bytes(max: RelayProtocolLimits.chunkSize)
  }

  public func encode(to writer: inout WireWriter) {
    writer.u64(size)
    writer.bytes(chunk)
  }
}

/// `objectID[32] · deletionKey[32]`
public struct ObjectDeleteRequest: WireCodable, Equatable, Sendable {
  public var objectID: ObjectID
  public var deletionKey: DeletionKey

  public init(objectID: ObjectID, deletionKey: DeletionKey) {
    self.objectID = objectID
    self.deletionKey = deletionKey
  }

  public init(from reader: inout WireReader) throws(WireError) {
    objectID = try reader.value()
    deletionKey = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    objectID.encode(to: &writer)
    deletionKey.encode(to: &writer)
  }
}
