import SottoRelayProtocol
import SottoWire
import TestSupport
import Testing

struct FrameTests {
  private let samples = Samples()

  @Test func everyFrameDecodesToItself() throws {
    for frame in samples.clientFrames {
      let bytes = frame.encoded()
      let decoded = try bytes[5...].withUnsafeBytes { body in
        try ClientFrame(type: frame.request.type, body: body)
      }
      #expect(decoded == frame)
    }
    #expect(Set(samples.clientFrames.map(\.request.type)) == Set(FrameType.allCases.filter(\.isRequest)))
  }

  @Test func anAnswerHasItsRequestsTypePlus0x80() {
    for type in FrameType.allCases where type.isRequest {
      #expect(type.answer?.rawValue == type.rawValue + 0x80)
    }
    #expect(FrameType.deliver.answer == nil)
  }

  @Test func hostileFramesAreRefusedOrCanonical() throws {
    for frame in samples.clientFrames {
      try assertCanonical(frame.encoded(), mutations: 400, reencode: reencodeFrame)
    }
    for frame in samples.serverFrames {
      try assertCanonical(frame.encoded(), mutations: 400, reencode: reencodeFrame)
    }
  }

  @Test func bodiesBreakTheirOwnRules() throws {
    func refuses(_ request: Request) -> Bool {
      (try? reencodeFrame(ClientFrame(tag: 1, request: request).encoded())) == nil
    }
    for frame in samples.clientFrames {
      switch frame.request {
      case .hello(var body):
        body.versions = []
        #expect(refuses(.hello(body)))
        body.versions = [1, 1]
        #expect(refuses(.hello(body)))
        body.versions = [1]
        body.maximumBody = 1_000
        #expect(refuses(.hello(body)))
      case .push(var body):
        body.expiryHours = 0
        #expect(refuses(.push(body)))
      case .objectPut(var body):
        body.offset = .max
        #expect(refuses(.objectPut(body)))
        body.offset = 0
        body.size = 0
        #expect(refuses(.objectPut(body)))
        body.size = 10
        #expect(refuses(.objectPut(body)))
      case .open(var body):
        body.lifetimeHours = 0
        #expect(refuses(.open(body)))
      case .acknowledge(var body):
        body.arrivals = Array(repeating: 1, count: 257)
        #expect(refuses(.acknowledge(body)))
      default:
        break
      }
    }
  }

  @Test func vectors() throws {
    try checkVectors("relay", samples.clientFrames.map(\.vector) + samples.serverFrames.map(\.vector))
    try checkVectors("relay-bodies", BodyVectors().all())
  }
}
