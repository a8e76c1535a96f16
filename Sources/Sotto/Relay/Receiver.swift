import SottoCore
import SottoRelayProtocol

/// Keeps one connection to the own relay on which the inbox and the mailboxes of open pairing windows are open. Hands
/// deliveries over one after the other, and acknowledges what was handled.
actor Receiver {
  typealias Failure = SottoError.RelayFailure

  /// What became of a delivery.
  enum Outcome: Sendable {
    /// Committed, or of no use: the relay may forget it.
    case acknowledge
    /// For a newer Sotto: it stays at the relay.
    case hold
    /// It could not be committed; all is delivered again later.
    case retryLater
  }

  enum State: Sendable, Equatable {
    case stopped, connecting, connected
    /// The next attempt follows.
    case failed(Failure)
  }

  private(set) var state = State.stopped
  private(set) var received = 0
  private let relay: RelayTarget
  private let inbox: OwnMailbox
  private let environment: SottoEnvironment
  private let handle: @Sendable (Delivery) async -> Outcome
  private let report: @Sendable (State) async -> Void
  /// Called when the backlog may be done.
  private let progress: @Sendable () async -> Void

  private var windows: [MailboxKey: OwnMailbox] = [:]
  private var loop: Task<Void, Never>?
  private var connection: RelayConnection?
  /// Deliveries that waited when the mailboxes were opened and are not handled yet.
  private var backlog = 0
  private var toAcknowledge: [MailboxKey: [UInt64]] = [:]
  /// The connection on which an acknowledgement is on its way
  private var acknowledging: RelayConnection?
  private var delay = ReconnectDelay()

  init(
    relay: RelayTarget, inbox: OwnMailbox, environment: SottoEnvironment,
    handle: @escaping @Sendable (Delivery) async -> Outcome,
    report: @escaping @Sendable (State) async -> Void, progress: @escaping @Sendable () async -> Void
  ) {
    self.relay = relay
    self.inbox = inbox
    self.environment = environment
    self.handle = handle
    self.report = report
    self.progress = progress
  }

  /// Connects, and connects again whenever the connection ends, until `stop`.
  func start() {
    guard loop == nil else { return }
    loop = Task { await run() }
  }

  func stop() async {
    loop?.cancel()
    connection?.close()
    await loop?.value
    loop = nil
    state = .stopped
  }

  /// Everything that waited at the relay when the connection was made is handled, and the relay knows.
  var isDrained: Bool {
    state == .connected && backlog == 0 && toAcknowledge.isEmpty && acknowledging == nil
  }

  // MARK: Windows

  /// Returns once the mailbox exists at the relay, where a connection stands; else it is opened with the next one.
  func open(_ window: OwnMailbox) async throws(Failure) {
    windows[window.address] = window
    guard let connection else { return }
    backlog += try await connection.open(window)
  }

  /// Deletes the mailbox at the relay, as far as that can be reached; else its lifetime ends it.
  func close(_ window: MailboxKey) async {
    guard let mailbox = windows.removeValue(forKey: window) else { return }
    try? await connection?.delete(mailbox)
  }

  // MARK: The loop

  /// A connection that stood for so long was none of a series of failures.
  private static let lasting = TimeSpan.minutes(1)

  /// Attempts become rarer until something was handled or a connection has lasted: that one can be made says little
  /// where the store below refuses, or the relay breaks it off again.
  private func run() async {
    while !Task.isCancelled {
      await change(to: .connecting)
      var connectedAt: Timestamp?
      do throws(Failure) {
        let connection = try await connect()
        connectedAt = environment.clock.now()
        await change(to: .connected)
        try await receive(on: connection)
      } catch {
        connection?.close()
        connection = nil
        guard !Task.isCancelled else { return }
        if let connectedAt, environment.clock.now().since(connectedAt) >= Self.lasting { delay.succeeded() }
        await change(to: .failed(error))
      }
      try? await environment.clock.sleep(for: delay.failed(random: environment.random))
    }
  }

  private func connect() async throws(Failure) -> RelayConnection {
    backlog = 0
    toAcknowledge = [:]
    acknowledging = nil
    let connection = try await RelayConnection.open(to: relay, for: .standing, environment: environment)
    self.connection = connection
    backlog = try await connection.open(inbox)
    // A window that the relay refuses must not keep the inbox closed; a broken connection shows itself right after.
    for window in windows.values { backlog += (try? await connection.open(window)) ?? 0 }
    return connection
  }

  private func receive(on connection: RelayConnection) async throws(Failure) {
    while let delivery = await connection.deliveries.next() {
      let outcome = await handle(delivery)
      received += 1
      switch outcome {
      case .acknowledge: acknowledge(delivery, on: connection)
      case .hold: break
      case .retryLater: throw .refused("localStore")
      }
      delay.succeeded()
      if backlog > 0 { backlog -= 1 }
      if backlog == 0, toAcknowledge.isEmpty { await progress() }
    }
    throw connection.failure ?? .unreachable
  }

  /// Acknowledgements that come while one is on its way go together with the next.
  private func acknowledge(_ delivery: Delivery, on connection: RelayConnection) {
    toAcknowledge[delivery.mailbox, default: []].append(delivery.arrival)
    guard acknowledging !== connection else { return }
    acknowledging = connection
    Task { await sendAcknowledgements(on: connection) }
  }

  private func sendAcknowledgements(on connection: RelayConnection) async {
    while self.connection === connection, let (mailbox, arrivals) = toAcknowledge.popFirst() {
      // What the relay does not hear of it delivers again.
      try? await connection.acknowledge(arrivals, in: mailbox)
    }
    // One of a connection that is gone has nothing to say of the next one's.
    if acknowledging === connection { acknowledging = nil }
    await progress()
  }

  private func change(to state: State) async {
    self.state = state
    await report(state)
  }
}
