import SottoCore
import SottoWire

/// The client's end of a connection: what was asked, what may come. Pure; bytes in, bytes and events out.
///
/// An error, or a `.error` event, ends the session: the connection must be closed.
public struct ClientSession: Sendable {
  private enum State: Equatable {
    case new
    case greeting(tag: UInt32)
    case ready(RelaySession)
    case closed
  }

  /// What was asked under a tag.
  private struct Question {
    var type: FrameType
    /// Of an `open`
    var mailbox: MailboxKey?
  }

  private var state = State.new
  private var parser = FrameParser()
  private var nextTag: UInt32 = 0
  private var questions: [UInt32: Question] = [:]
  private var opened: Set<MailboxKey> = []

  public init() {}

  /// nil until `hello` is answered. `open` and `close` need its challenge key.
  public var relay: RelaySession? {
    if case .ready(let session) = state { session } else { nil }
  }

  /// Requests without an answer so far.
  public var unansweredCount: Int { questions.count }

  /// The `hello` frame: the first bytes of the connection. Call once.
  public mutating func start() throws(RelayProtocolError) -> [UInt8] {
    guard state == .new else { throw .unexpectedFrame(.hello) }
    let (tag, bytes) = ask(.hello(HelloRequest()))
    state = .greeting(tag: tag)
    return bytes
  }

  /// Throws `notReady` before `.ready`, and `frameTooLarge` or `malformed` for what a relay would close the
  /// connection for; then nothing changed.
  public mutating func send(_ request: Request) throws(RelayProtocolError) -> (tag: UInt32, bytes: [UInt8]) {
    switch state {
    case .new, .greeting: throw .notReady
    case .closed: throw .closed
    case .ready: break
    }
    guard request.type != .hello else { throw .unexpectedFrame(.hello) }
    guard request.capacity <= RelayProtocolLimits.bodySize else { throw .frameTooLarge(request.capacity) }
    if case .acknowledge(let body) = request, body.arrivals.count > RelayProtocolLimits.acknowledgementCount {
      throw .malformed(.tooLong(max: RelayProtocolLimits.acknowledgementCount))
    }
    return ask(request)
  }

  private mutating func ask(_ request: Request) -> (tag: UInt32, bytes: [UInt8]) {
    nextTag &+= 1
    var question = Question(type: request.type)
    if case .open(let body) = request { question.mailbox = body.mailbox }
    questions[nextTag] = question
    return (nextTag, ClientFrame(tag: nextTag, request: request).encoded())
  }

  public mutating func receive(_ bytes: [UInt8]) throws(RelayProtocolError) -> [ClientEvent] {
    // `Array.withUnsafeBytes` does not carry a typed error through.
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(RelayProtocolError) in try receive(buffer) }
    }.get()
  }

  public mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(RelayProtocolError) -> [ClientEvent] {
    guard state != .closed else { throw .closed }
    var events: [ClientEvent] = []
    var parser = self.parser
    self.parser = FrameParser()
    do {
      try parser.receive(bytes) { (type, body) throws(RelayProtocolError) in
        guard state != .closed else { throw .closed }
        events.append(try handle(try ServerFrame(type: type, body: body)))
      }
    } catch {
      // What came before an error of the relay is still good; what came after it is not looked at.
      guard case .closed = error, !events.isEmpty else {
        state = .closed
        throw error
      }
    }
    self.parser = parser
    return events
  }

  private mutating func handle(_ frame: ServerFrame) throws(RelayProtocolError) -> ClientEvent {
    switch frame {
    case .error(let refusal):
      state = .closed
      return .error(refusal)
    case .deliver(let delivery):
      guard opened.contains(delivery.mailbox) else { throw .unexpectedFrame(.deliver) }
      return .deliver(delivery)
    case .answer(let tag, let answer):
      guard let question = questions.removeValue(forKey: tag), question.type.answer == answer.type else {
        throw .unmatchedAnswer
      }
      return try handle(answer, tag: tag, to: question)
    }
  }

  private mutating func handle(
    _ answer: Answer, tag: UInt32, to question: Question
  ) throws(RelayProtocolError) -> ClientEvent {
    switch answer {
    case .hello(let hello):
      guard let session = hello.session, session.version == RelayProtocolLimits.version else {
        throw .unsupportedVersion(supported: hello.supported)
      }
      state = .ready(session)
      return .ready(session)
    case .refused(let refusal, to: .hello):
      state = .closed
      return .error(refusal)
    case .opened:
      if let mailbox = question.mailbox { opened.insert(mailbox) }
      return .answer(tag: tag, answer)
    default:
      return .answer(tag: tag, answer)
    }
  }
}

public enum ClientEvent: Equatable, Sendable {
  /// `hello` was answered: requests may be sent.
  case ready(RelaySession)
  case answer(tag: UInt32, Answer)
  case deliver(Delivery)
  /// The relay closes the connection.
  case error(Refusal)
}
