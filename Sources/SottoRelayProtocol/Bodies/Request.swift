import SottoWire

/// What a client asks. In a frame its fields follow the tag.
public enum Request: Equatable, Sendable {
  case hello(HelloRequest)
  case open(OpenRequest)
  case close(CloseRequest)
  case push(PushRequest)
  case acknowledge(AcknowledgeRequest)
  case blank(BlankRequest)
  case objectPut(ObjectPutRequest)
  case objectGet(ObjectGetRequest)
  case objectDelete(ObjectDeleteRequest)
  case ping

  public var type: FrameType {
    switch self {
    case .hello: .hello
    case .open: .open
    case .close: .close
    case .push: .push
    case .acknowledge: .acknowledge
    case .blank: .blank
    case .objectPut: .objectPut
    case .objectGet: .objectGet
    case .objectDelete: .objectDelete
    case .ping: .ping
    }
  }

  init(type: FrameType, from reader: inout WireReader) throws(WireError) {
    switch type {
    case .hello: self = .hello(try reader.value())
    case .open: self = .open(try reader.value())
    case .close: self = .close(try reader.value())
    case .push: self = .push(try reader.value())
    case .acknowledge: self = .acknowledge(try reader.value())
    case .blank: self = .blank(try reader.value())
    case .objectPut: self = .objectPut(try reader.value())
    case .objectGet: self = .objectGet(try reader.value())
    case .objectDelete: self = .objectDelete(try reader.value())
    case .ping: self = .ping
    default: throw .unknownTag(type.rawValue)
    }
  }

  func encodeFields(to writer: inout WireWriter) {
    switch self {
    case .hello(let body): body.encode(to: &writer)
    case .open(let body): body.encode(to: &writer)
    case .close(let body): body.encode(to: &writer)
    case .push(let body): body.encode(to: &writer)
    case .acknowledge(let body): body.encode(to: &writer)
    case .blank(let body): body.encode(to: &writer)
    case .objectPut(let body): body.encode(to: &writer)
    case .objectGet(let body): body.encode(to: &writer)
    case .objectDelete(let body): body.encode(to: &writer)
    case .ping: break
    }
  }

  /// Bytes that the encoding will about take.
  var capacity: Int {
    switch self {
    case .push(let body): body.envelope.count + 128
    case .objectPut(let body): body.chunk.count + 160
    case .acknowledge(let body): body.arrivals.count * 8 + 64
    default: 256
    }
  }
}
