import SottoCore
import SottoCrypto
import SottoRelayProtocol
import Synchronization

/// One connection to a relay: requests and their answers, and the deliveries of the mailboxes opened on it.
///
/// It either works or has failed for good with one reason; who wants to go on makes a new one.
final class RelayConnection: Sendable {
  typealias Failure = SottoError.RelayFailure

  /// What became of a request so far.
  private enum Question {
    case sent
    case awaited(CheckedContinuation<Result<Answer, Failure>, Never>)
    case answered(Result<Answer, Failure>)
  }

  private struct State {
    var session = ClientSession()
    var questions: [UInt32: Question] = [:]
    var greeting: CheckedContinuation<Result<RelaySession, Failure>, Never>?
    var ready: RelaySession?
    var failure: Failure?
    /// When the last request was made, or announced.
    var usedAt: Timestamp

    /// Returns who is to be resumed.
    mutating func answer(
      _ tag: UInt32, _ result: Result<Answer, Failure>
    ) -> CheckedContinuation<Result<Answer, Failure>, Never>? {
      guard case .awaited(let continuation) = questions[tag] else {
        if questions[tag] != nil { questions[tag] = .answered(result) }
        return nil
      }
      questions[tag] = nil
      return continuation
    }
  }

  /// In the order of their arrival; ends with the connection. Whoever takes them must not wait for answers on this
  /// connection meanwhile: nothing is read from it while too many wait.
  let deliveries = DeliveryQueue()
  private let channel: any RelayChannel
  private let clock: any SottoClock
  private let answerTimeout: TimeSpan
  private let state: Mutex<State>

  private init(channel: any RelayChannel, environment: SottoEnvironment) {
    self.channel = channel
    state = Mutex(State(usedAt: environment.clock.now()))
    clock = environment.clock
    answerTimeout = environment.answerTimeout
  }

  deinit {
    channel.close()
  }

  /// Until when a connection stays.
  enum Life {
    /// As long as it works, kept alive by pings: it receives.
    case standing
    /// Until nothing was asked for a minute. It sends no pings, so that the relay does not learn from it when its
    /// client runs.
    case untilIdle
  }

  private static let idleTime = TimeSpan.minutes(1)

  /// Connects and greets.
  static func open(
    to relay: RelayTarget, for life: Life, environment: SottoEnvironment
  ) async throws(Failure) -> RelayConnection {
    let channel = try await environment.connector.connect(to: relay, timeout: environment.connectTimeout)
    let connection = RelayConnection(channel: channel, environment: environment)
    do {
      try await connection.greet()
    } catch {
      connection.close()
      throw error
    }
    switch life {
    case .standing: connection.keepAlive()
    case .untilIdle: connection.closeWhenIdle()
    }
    return connection
  }

  func close() {
    fail(.unreachable)
  }

  /// nil while it works.
  var failure: Failure? { state.withLock { $0.failure } }

  /// What the relay said in its greeting; nil before that.
  var session: RelaySession? { state.withLock { $0.ready } }

  /// 32 bytes that only the two ends of this TLS connection share
  var exporter: [UInt8] { channel.exporter }

  /// Bytes of an object that one request may carry.
  var chunkSize: Int { state.withLock { Int($0.ready?.limits.chunkSize ?? 0) } }

  /// Says that a request follows, so that the connection does not end as idle just then. False where it has ended.
  func claim() -> Bool {
    let now = clock.now()
    return state.withLock { state in
      state.usedAt = now
      return state.failure == nil
    }
  }

  /// How long the relay keeps what nobody fetches
  var envelopeLifetime: TimeSpan {
    session.map { .hours(UInt64($0.limits.lifetimeHours)) } ?? Limits.relayLifetime
  }

  // MARK: Requests

  /// A refusal is an answer. No answer in time ends the connection: what is in flight on it cannot be told any more.
  func ask(_ request: Request) async throws(Failure) -> Answer {
    let now = clock.now()
    let question = state.withLock { state -> Result<(tag: UInt32, bytes: [UInt8]), Failure> in
      state.usedAt = now
      if let failure = state.failure { return .failure(failure) }
      guard let (tag, bytes) = try? state.session.send(request) else { return .failure(.protocolViolation) }
      state.questions[tag] = .sent
      return .success((tag, bytes))
    }
    let (tag, bytes) = try question.get()
    let timer = failUnlessAnswered()
    defer { timer.cancel() }
    do throws(Failure) {
      try await channel.send(bytes)
    } catch {
      fail(error)
    }
    return try await answer(to: tag)
  }

  private func answer(to tag: UInt32) async throws(Failure) -> Answer {
    try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = Task.isCancelled
        let result = state.withLock { state -> Result<Answer, Failure>? in
          if case .answered(let result) = state.questions[tag] {
            state.questions[tag] = nil
            return result
          }
          if let failure = state.failure ?? (isCancelled ? .cancelled : nil) {
            state.questions[tag] = nil
            return .failure(failure)
          }
          state.questions[tag] = .awaited(continuation)
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      let waiting = state.withLock { $0.answer(tag, .failure(.cancelled)) }
      waiting?.resume(returning: .failure(.cancelled))
    }.get()
  }

  private func failUnlessAnswered() -> Task<Void, any Error> {
    Task { [weak self, clock, answerTimeout] in
      try await clock.sleep(for: answerTimeout)
      self?.fail(.noAnswer)
    }
  }

  // MARK: The other direction

  private func greet() async throws(Failure) {
    readUntilTheEnd()
    let timer = failUnlessAnswered()
    defer { timer.cancel() }
    guard let hello = state.withLock({ try? $0.session.start() }) else { throw .protocolViolation }
    try await channel.send(hello)
    _ = try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result = state.withLock { state -> Result<RelaySession, Failure>? in
          if let ready = state.ready { return .success(ready) }
          if let failure = state.failure { return .failure(failure) }
          state.greeting = continuation
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      fail(.cancelled)
    }.get()
  }

  private func readUntilTheEnd() {
    Task { [weak self, channel] in
      do throws(Failure) {
        while let bytes = try await channel.receive() { await self?.receive(bytes) }
        self?.fail(.unreachable)
      } catch {
        self?.fail(error)
      }
    }
  }

  private func receive(_ bytes: [UInt8]) async {
    let outcome = state.withLock { state -> Result<[ClientEvent], RelayProtocolError> in
      guard state.failure == nil else { return .success([]) }
      return Result { () throws(RelayProtocolError) in try state.session.receive(bytes) }
    }
    switch outcome {
    case .success(let events): for event in events { await handle(event) }
    case .failure(.unsupportedVersion): fail(.unsupportedVersion)
    case .failure: fail(.protocolViolation)
    }
  }

  private func handle(_ event: ClientEvent) async {
    switch event {
    case .ready(let session):
      let greeting = state.withLock { state in
        state.ready = session
        defer { state.greeting = nil }
        return state.greeting
      }
      greeting?.resume(returning: .success(session))
    case .answer(let tag, let answer):
      state.withLock { $0.answer(tag, .success(answer)) }?.resume(returning: .success(answer))
    case .deliver(let delivery):
      await deliveries.add(delivery)
    case .error(let refusal):
      fail(Failure(refusal))
    }
  }

  private func fail(_ failure: Failure) {
    let (waiting, greeting) = state.withLock { state in
      if state.failure == nil { state.failure = failure }
      let waiting = state.questions.keys.compactMap { state.answer($0, .failure(failure)) }
      defer { state.greeting = nil }
      return (waiting, state.greeting)
    }
    for continuation in waiting { continuation.resume(returning: .failure(failure)) }
    greeting?.resume(returning: .failure(failure))
    deliveries.finish()
    channel.close()
  }

  /// Sends a ping whenever the relay asked to hear something, until the connection ends.
  private func keepAlive() {
    let interval = TimeSpan.seconds(UInt64(state.withLock { $0.ready?.limits.pingSeconds } ?? 25))
    Task { [weak self, clock] in
      while true {
        try await clock.sleep(for: interval)
        guard let self, self.failure == nil else { return }
        _ = try? await self.ask(.ping)
      }
    }
  }

  private func closeWhenIdle() {
    Task { [weak self, clock] in
      var rest = Self.idleTime
      while true {
        try await clock.sleep(for: rest)
        guard let next = self?.closeIfIdle() else { return }
        rest = next
      }
    }
  }

  /// How long until it is to be looked at again; nil where the connection has ended.
  private func closeIfIdle() -> TimeSpan? {
    let now = clock.now()
    let rest = state.withLock { state -> TimeSpan? in
      guard state.failure == nil else { return nil }
      guard state.questions.isEmpty else { return Self.idleTime }
      let idle = now.since(state.usedAt)
      guard idle >= Self.idleTime else {
        return TimeSpan(milliseconds: Self.idleTime.milliseconds - idle.milliseconds)
      }
      state.failure = .unreachable
      return nil
    }
    if rest == nil { close() }
    return rest
  }
}

extension SottoError.RelayFailure {
  init(_ refusal: Refusal) {
    self = switch refusal.code {
    case .rateLimited: .rateLimited(after: UInt64(refusal.retryAfterMilliseconds))
    default: .refused("\(refusal.code)")
    }
  }
}
