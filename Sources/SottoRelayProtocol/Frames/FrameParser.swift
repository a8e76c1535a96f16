/// Cuts a stream into frames, however the network cut it.
///
/// A whole frame is handed on where it lies, in the caller's buffer; only the beginning of a frame whose end has not
/// arrived is copied. So an idle connection holds no buffer, and a busy one at most one frame.
public struct FrameParser: Sendable {
  /// The beginning of a frame that is still incomplete.
  private var pending: [UInt8] = []
  private let bodyLimit: Int

  /// - Parameter bodyLimit: the largest body taken; at most `RelayProtocolLimits.bodySize`.
  public init(bodyLimit: Int = RelayProtocolLimits.bodySize) {
    self.bodyLimit = min(bodyLimit, RelayProtocolLimits.bodySize)
  }

  /// Bytes held of a frame that is incomplete.
  public var pendingCount: Int { pending.count }

  /// Calls `frame` for each frame that `input` completes. The body's memory is valid inside that call only.
  ///
  /// After an error the stream has no frame boundary any more: the connection must be closed.
  public mutating func receive(
    _ input: UnsafeRawBufferPointer,
    _ frame: (FrameType, UnsafeRawBufferPointer) throws(RelayProtocolError) -> Void
  ) throws(RelayProtocolError) {
    var rest = input
    if !pending.isEmpty {
      guard try completePending(from: &rest) else { return }
      let complete = pending
      pending = []
      try withBytes(of: complete) { (buffer: UnsafeRawBufferPointer) throws(RelayProtocolError) in
        guard let header = try header(of: buffer) else { return }
        try frame(header.type, UnsafeRawBufferPointer(rebasing: buffer[RelayProtocolLimits.headerSize...]))
      }
    }
    while let header = try header(of: rest), rest.count - RelayProtocolLimits.headerSize >= header.length {
      let end = RelayProtocolLimits.headerSize + header.length
      try frame(header.type, UnsafeRawBufferPointer(rebasing: rest[RelayProtocolLimits.headerSize..<end]))
      rest = UnsafeRawBufferPointer(rebasing: rest[end...])
    }
    pending.append(contentsOf: rest)
  }

  /// Moves bytes into `pending` until it holds exactly one frame; false where the input ends before that.
  private mutating func completePending(from rest: inout UnsafeRawBufferPointer) throws(RelayProtocolError) -> Bool {
    if pending.count < RelayProtocolLimits.headerSize {
      take(RelayProtocolLimits.headerSize - pending.count, from: &rest)
    }
    let known = try withBytes(of: pending) { (buffer: UnsafeRawBufferPointer) throws(RelayProtocolError) in
      try header(of: buffer)
    }
    guard let known else { return false }
    let size = RelayProtocolLimits.headerSize + known.length
    take(size - pending.count, from: &rest)
    return pending.count == size
  }

  private mutating func take(_ count: Int, from rest: inout UnsafeRawBufferPointer) {
    let count = min(count, rest.count)
    pending.append(contentsOf: rest[..<count])
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }

  /// nil while the header is incomplete. A type is refused as soon as its byte is here.
  private func header(of buffer: UnsafeRawBufferPointer) throws(RelayProtocolError) -> (type: FrameType, length: Int)? {
    guard let first = buffer.first else { return nil }
    guard let type = FrameType(rawValue: first) else { throw .unknownFrame(first) }
    guard buffer.count >= RelayProtocolLimits.headerSize else { return nil }
    let length = UInt32(bigEndian: buffer.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
    guard length <= UInt32(bodyLimit) else { throw .frameTooLarge(Int(length)) }
    return (type, Int(length))
  }
}

/// `Array.withUnsafeBytes` does not carry a typed error through.
private func withBytes<Value>(
  of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(RelayProtocolError) -> Value
) throws(RelayProtocolError) -> Value {
  try bytes.withUnsafeBytes { buffer in
    Result { () throws(RelayProtocolError) in try body(buffer) }
  }.get()
}
