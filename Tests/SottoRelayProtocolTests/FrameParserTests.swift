import SottoRelayProtocol
import TestSupport
import Testing

struct FrameParserTests {
  private func parse(_ pieces: [[UInt8]], limit: Int = RelayProtocolLimits.bodySize) throws -> [[UInt8]] {
    var parser = FrameParser(bodyLimit: limit)
    var frames: [[UInt8]] = []
    for piece in pieces {
      try piece.withUnsafeBytes { buffer in
        try parser.receive(buffer) { (type, body) throws(RelayProtocolError) in
          frames.append([type.rawValue] + [UInt8](body))
        }
      }
    }
    return frames
  }

  private func frame(_ type: FrameType, _ body: [UInt8]) -> [UInt8] {
    [type.rawValue, 0, UInt8(body.count >> 16), UInt8(body.count >> 8 & 0xFF), UInt8(body.count & 0xFF)] + body
  }

  @Test func framesComeOutHoweverTheyWereCut() throws {
    let random = SeededRandom(seed: 1)
    let stream = [0, 1, 4, 70, 300, 5_000, 0, 20_000].flatMap { frame(.push, random.bytes($0)) }
    let whole = try parse([stream])
    #expect(whole.count == 8)
    #expect(try parse(stream.map { [$0] }) == whole)
    for _ in 0..<200 {
      var pieces: [[UInt8]] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let count = random.element(of: [1, 2, 5, 6, 100, 4_000, 30_000])
        pieces.append([UInt8](rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(try parse(pieces) == whole)
    }
  }

  @Test func theLargestBodyIsTakenAndOneMoreIsNot() throws {
    let body = [UInt8](repeating: 1, count: RelayProtocolLimits.bodySize)
    #expect(try parse([frame(.push, body)]).count == 1)
    #expect(throws: RelayProtocolError.frameTooLarge(RelayProtocolLimits.bodySize + 1)) {
      try parse([[FrameType.push.rawValue, 0, 2, 0, 1]])
    }
    #expect(throws: RelayProtocolError.frameTooLarge(Int(UInt32.max))) {
      try parse([[FrameType.push.rawValue], [0xFF, 0xFF, 0xFF], [0xFF]])
    }
    #expect(throws: RelayProtocolError.frameTooLarge(11)) {
      try parse([frame(.push, [UInt8](repeating: 0, count: 11))], limit: 10)
    }
  }

  @Test func anUnknownTypeIsRefusedAtItsFirstByte() throws {
    let known = Set(FrameType.allCases.map(\.rawValue))
    for type in UInt8.min...UInt8.max where !known.contains(type) {
      #expect(throws: RelayProtocolError.unknownFrame(type)) { try parse([[type]]) }
    }
  }

  @Test func onlyAnIncompleteFrameIsKept() throws {
    var parser = FrameParser()
    let bytes = frame(.push, [1, 2, 3]) + frame(.push, [4, 5, 6]).dropLast()
    try bytes.withUnsafeBytes { try parser.receive($0) { _, _ in } }
    #expect(parser.pendingCount == 7)
    try [UInt8(6)].withUnsafeBytes { try parser.receive($0) { _, _ in } }
    #expect(parser.pendingCount == 0)
  }
}
