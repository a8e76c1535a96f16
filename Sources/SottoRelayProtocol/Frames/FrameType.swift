/// The first byte of a frame. The answer to a request has the request's type plus 0x80.
public enum FrameType: UInt8, CaseIterable, Sendable {
  case hello = 0x01
  case open = 0x02
  case close = 0x03
  case push = 0x04
  case acknowledge = 0x05
  case blank = 0x06
  case objectPut = 0x07
  case objectGet = 0x08
  case objectDelete = 0x09
  case ping = 0x0A

  /// From the relay, unasked: answered by `acknowledge`.
  case deliver = 0x40
  /// From the relay, the last frame before it closes.
  case error = 0x7F

  case helloAnswer = 0x81
  case opened = 0x82
  case closed = 0x83
  case pushed = 0x84
  case acknowledged = 0x85
  case blanked = 0x86
  case objectStored = 0x87
  case objectChunk = 0x88
  case objectDeleted = 0x89
  case pong = 0x8A

  static let answerBit: UInt8 = 0x80

  public var isRequest: Bool { rawValue < FrameType.deliver.rawValue }
  public var isAnswer: Bool { rawValue & Self.answerBit != 0 }

  /// nil for a frame that is not a request
  public var answer: FrameType? {
    isRequest ? FrameType(rawValue: rawValue | Self.answerBit) : nil
  }
}
