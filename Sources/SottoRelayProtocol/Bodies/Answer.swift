import SottoWire

/// What a relay answers: after the tag one byte, 0 and the fields of the request's answer, or 1 and a refusal.
public enum Answer: Equatable, Sendable {
  case hello(HelloAnswer)
  /// Envelopes that waited in the mailbox when it was opened; those come first.
  case opened(pending: UInt32)
  case closed
  /// On disk.
  case pushed(PushAcceptance)
  case acknowledged
  /// The envelope is not, or not any more, at the relay. Whether it was fetched before is not told.
  case blanked
  case objectStored(ObjectProgress)
  case objectChunk(ObjectChunk)
  case objectDeleted
  case pong
  /// `to` is the type of the request.
  case refused(Refusal, to: FrameType)

  public var type: FrameType {
    switch self {
    case .hello: .helloAnswer
    case .opened: .opened
    case .closed: .closed
    case .pushed: .pushed
    case .acknowledged: .acknowledged
    case .blanked: .blanked
    case .objectStored: .objectStored
    case .objectChunk: .objectChunk
    case .objectDeleted: .objectDeleted
    case .pong: .pong
    case .refused(_, to: let request): request.answer ?? .error
    }
  }

  init(type: FrameType, from reader: inout WireReader) throws(WireError) {
    if try reader.bool() {
      guard let request = FrameType(rawValue: type.rawValue & ~FrameType.answerBit) else {
        throw .unknownTag(type.rawValue)
      }
      self = .refused(try reader.value(), to: request)
      return
    }
    switch type {
    case .helloAnswer: self = .hello(try reader.value())
    case .opened: self = .opened(pending: try reader.u32())
    case .closed: self = .closed
    case .pushed: self = .pushed(try reader.acceptance())
    case .acknowledged: self = .acknowledged
    case .blanked: self = .blanked
    case .objectStored: self = .objectStored(try reader.value())
    case .objectChunk: self = .objectChunk(try reader.value())
    case .objectDeleted: self = .objectDeleted
    case .pong: self = .pong
    default: throw .unknownTag(type.rawValue)
    }
  }

  func encodeFields(to writer: inout WireWriter) {
    if case .refused(let refusal, to: _) = self {
      writer.bool(true)
      refusal.encode(to: &writer)
      return
    }
    writer.bool(false)
    switch self {
    case .hello(let body): body.encode(to: &writer)
    case .opened(let pending): writer.u32(pending)
    case .pushed(let acceptance): writer.u8(acceptance.rawValue)
    case .objectStored(let body): body.encode(to: &writer)
    case .objectChunk(let body): body.encode(to: &writer)
    case .closed, .acknowledged, .blanked, .objectDeleted, .pong, .refused: break
    }
  }

  /// Bytes that the encoding will about take.
  var capacity: Int {
    if case .objectChunk(let body) = self { body.chunk.count + 64 } else { 256 }
  }
}

extension WireReader {
  fileprivate mutating func acceptance() throws(WireError) -> PushAcceptance {
    let byte = try u8()
    guard let acceptance = PushAcceptance(rawValue: byte) else { throw .unknownTag(byte) }
    return acceptance
  }
}
