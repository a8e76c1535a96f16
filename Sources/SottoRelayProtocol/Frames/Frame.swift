import SottoWire

/// `type u8 · length u32 · body`
public enum Frame {
  static func encode(_ type: FrameType, capacity: Int = 256, _ body: (inout WireWriter) -> Void) -> [UInt8] {
    var writer = WireWriter(capacity: capacity)
    body(&writer)
    let body = writer.finish()
    precondition(body.count <= RelayProtocolLimits.bodySize)
    var frame: [UInt8] = []
    frame.reserveCapacity(RelayProtocolLimits.headerSize + body.count)
    frame.append(type.rawValue)
    withUnsafeBytes(of: UInt32(body.count).bigEndian) { frame.append(contentsOf: $0) }
    frame.append(contentsOf: body)
    return frame
  }
}

/// What a client sends: a request, and the tag that its answer will repeat.
public struct ClientFrame: Equatable, Sendable {
  public var tag: UInt32
  public var request: Request

  public init(tag: UInt32, request: Request) {
    self.tag = tag
    self.request = request
  }

  public init(type: FrameType, body: UnsafeRawBufferPointer) throws(RelayProtocolError) {
    guard type.isRequest else { throw .unexpectedFrame(type) }
    do {
      self = try WireReader.decode(body) { (reader: inout WireReader) throws(WireError) in
        ClientFrame(tag: try reader.u32(), request: try Request(type: type, from: &reader))
      }
    } catch {
      throw .malformed(error)
    }
  }

  public func encoded() -> [UInt8] {
    Frame.encode(request.type, capacity: request.capacity) { writer in
      writer.u32(tag)
      request.encodeFields(to: &writer)
    }
  }
}

/// What a relay sends.
public enum ServerFrame: Equatable, Sendable {
  case answer(tag: UInt32, Answer)
  case deliver(Delivery)
  /// The connection closes after it.
  case error(Refusal)

  public init(type: FrameType, body: UnsafeRawBufferPointer) throws(RelayProtocolError) {
    guard !type.isRequest else { throw .unexpectedFrame(type) }
    do {
      self = try WireReader.decode(body) { (reader: inout WireReader) throws(WireError) in
        switch type {
        case .deliver: .deliver(try Delivery(from: &reader))
        case .error: .error(try Refusal(from: &reader))
        default: .answer(tag: try reader.u32(), try Answer(type: type, from: &reader))
        }
      }
    } catch {
      throw .malformed(error)
    }
  }

  public func encoded() -> [UInt8] {
    switch self {
    case .deliver(let delivery):
      Frame.encode(.deliver, capacity: delivery.envelope.count + 128) { delivery.encode(to: &$0) }
    case .error(let refusal):
      Frame.encode(.error) { refusal.encode(to: &$0) }
    case .answer(let tag, let answer):
      Frame.encode(answer.type, capacity: answer.capacity) { writer in
        writer.u32(tag)
        answer.encodeFields(to: &writer)
      }
    }
  }
}
