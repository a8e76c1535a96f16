import SottoCore
import SottoCrypto
import SottoWire

/// The relay's end of a connection: what may come now, who has shown what, what was delivered. Pure; bytes in, bytes
/// and requests out. It decides nothing that needs the store.
public struct ServerSession: Sendable {
  private enum State: Equatable {
    case awaitingHello
    case ready
    /// The last frame is written; nothing that comes is looked at.
    case closed
  }

  /// A request without an answer so far.
  private struct Question {
    var type: FrameType
    /// Of `open` and `close`
    var mailbox: MailboxKey?
  }

  private let limits: RelayLimits
  private let exporter: [UInt8]
  private let challenge: Curve25519.KeyAgreement.PrivateKey
  private var state = State.awaitingHello
  private var parser = FrameParser()
  private var questions: [UInt32: Question] = [:]
  /// Each opened mailbox, with the last arrival number delivered from it.
  private var delivered: [MailboxKey: UInt64] = [:]
  private var peerBodyLimit = RelayProtocolLimits.smallestBodyLimit

  /// Mailboxes on one connection: an inbox and a few pairing windows.
  public static let mailboxCount = 64

  /// - Parameter exporter: of the TLS connection, with `RelayProtocolLimits.exporterLabel`.
  public init(limits: RelayLimits, exporter: [UInt8], random: any RandomSource = SystemRandom()) {
    self.limits = limits
    self.exporter = exporter
    challenge = Curve25519.KeyAgreement.PrivateKey(random: random)
  }

  public var isReady: Bool { state == .ready }
  public var isClosed: Bool { state == .closed }

  /// Requests that wait for the store.
  public var unansweredCount: Int { questions.count }

  // MARK: Input

  /// Appends what follows from `bytes` to `events`. After `finish` nothing more follows.
  public mutating func receive(_ bytes: UnsafeRawBufferPointer, into events: inout [ServerEvent]) {
    guard state != .closed else { return }
    var parser = self.parser
    self.parser = FrameParser()
    do throws(RelayProtocolError) {
      try parser.receive(bytes) { (type, body) throws(RelayProtocolError) in
        guard state != .closed else { return }
        try handle(try ClientFrame(type: type, body: body), into: &events)
      }
    } catch {
      events.append(.finish(close(Refusal(Self.code(for: error)))))
    }
    self.parser = parser
  }

  /// The last frame of the connection.
  public mutating func close(_ refusal: Refusal) -> [UInt8] {
    state = .closed
    questions = [:]
    delivered = [:]
    return ServerFrame.error(refusal).encoded()
  }

  private static func code(for error: RelayProtocolError) -> RefusalCode {
    if case .malformed = error { .malformed } else { .badFrame }
  }

  private mutating func handle(
    _ frame: ClientFrame, into events: inout [ServerEvent]
  ) throws(RelayProtocolError) {
    switch (state, frame.request) {
    case (.awaitingHello, .hello(let hello)):
      greet(hello, tag: frame.tag, into: &events)
    case (.awaitingHello, _), (_, .hello):
      throw .unexpectedFrame(frame.request.type)
    case (_, .ping):
      events.append(.send(ServerFrame.answer(tag: frame.tag, .pong).encoded()))
    case (_, let request):
      if let refusal = refusal(of: request) {
        events.append(.send(ServerFrame.answer(tag: frame.tag, .refused(refusal, to: request.type)).encoded()))
        return
      }
      // A tag names one request at a time.
      guard questions[frame.tag] == nil else { throw .unmatchedAnswer }
      questions[frame.tag] = Question(type: request.type, mailbox: request.ownMailbox)
      events.append(.request(frame))
    }
  }

  private mutating func greet(_ hello: HelloRequest, tag: UInt32, into events: inout [ServerEvent]) {
    var answer = HelloAnswer(supported: [RelayProtocolLimits.version], session: nil)
    guard hello.versions.contains(RelayProtocolLimits.version) else {
      state = .closed
      events.append(.finish(ServerFrame.answer(tag: tag, .hello(answer)).encoded()))
      return
    }
    state = .ready
    peerBodyLimit = min(Int(hello.maximumBody), RelayProtocolLimits.bodySize)
    answer.session = RelaySession(
      version: RelayProtocolLimits.version, limits: limits,
      challengeKey: ChallengeKey(unchecked: challenge.publicKey.rawRepresentation))
    events.append(.send(ServerFrame.answer(tag: tag, .hello(answer)).encoded()))
  }

  /// Why a request does not get to the store: what this connection has not shown, and what is above the limits.
  private func refusal(of request: Request) -> Refusal? {
    switch request {
    case .open(let body):
      if !isProven(body.proof, mailbox: body.mailbox, hash: body.accessKeyHash) { return Refusal(.badProof) }
      let isNew = delivered[body.mailbox] == nil
      return isNew && delivered.count >= Self.mailboxCount ? Refusal(.tooManyConnections) : nil
    case .close(let body):
      return isProven(body.proof, mailbox: body.mailbox, hash: body.accessKeyHash) ? nil : Refusal(.badProof)
    case .acknowledge(let body):
      return delivered[body.mailbox] == nil ? Refusal(.notOpened) : nil
    case .push(let body):
      return body.envelope.count > Int(limits.envelopeSize) ? Refusal(.tooLarge) : nil
    case .objectPut(let body):
      return body.size > limits.objectSize || body.chunk.count > Int(limits.chunkSize) ? Refusal(.tooLarge) : nil
    case .hello, .blank, .objectGet, .objectDelete, .ping:
      return nil
    }
  }

  private func isProven(_ proof: MailboxProof, mailbox: MailboxKey, hash: AccessKeyHash) -> Bool {
    proof.isValid(mailbox: mailbox, challenge: challenge, exporter: exporter, accessKeyHash: hash)
  }

  /// Bytes of an object that fit one answer.
  public func chunkLength(asked: UInt32) -> Int {
    let room = peerBodyLimit - 64
    return min(Int(clamping: asked), Int(limits.chunkSize), room)
  }

  // MARK: Output

  /// The frame for the store's answer to a request; nil where nobody waits for it any more.
  public mutating func answer(_ tag: UInt32, _ answer: Answer) -> [UInt8]? {
    guard state == .ready, let question = questions.removeValue(forKey: tag) else { return nil }
    if let mailbox = question.mailbox {
      switch answer {
      case .opened: delivered[mailbox] = delivered[mailbox] ?? 0
      case .closed: delivered[mailbox] = nil
      default: break
      }
    }
    return ServerFrame.answer(tag: tag, answer).encoded()
  }

  /// The last arrival number delivered from a mailbox on this connection, 0 before the first; nil where it is not
  /// opened.
  public func lastDelivered(from mailbox: MailboxKey) -> UInt64? {
    delivered[mailbox]
  }

  /// A mailbox is gone, by another's doing than this connection's: here it is opened no more.
  public mutating func forget(_ mailbox: MailboxKey) {
    delivered[mailbox] = nil
  }

  /// The frame for an envelope; nil where its mailbox is not opened here, or where it, or one after it, was delivered.
  public mutating func deliver(_ delivery: Delivery) -> [UInt8]? {
    guard state == .ready, let last = delivered[delivery.mailbox], last < delivery.arrival else { return nil }
    delivered[delivery.mailbox] = delivery.arrival
    return ServerFrame.deliver(delivery).encoded()
  }
}

public enum ServerEvent: Equatable, Sendable {
  case send([UInt8])
  /// For the store; `ServerSession.answer` takes what it says.
  case request(ClientFrame)
  /// Send, then close.
  case finish([UInt8])
}

extension Request {
  /// The mailbox that this request claims as the sender's own.
  fileprivate var ownMailbox: MailboxKey? {
    switch self {
    case .open(let body): body.mailbox
    case .close(let body): body.mailbox
    default: nil
    }
  }
}
