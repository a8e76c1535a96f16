import SottoCore
import SottoRelayProtocol
import SottoTransport

/// All connections of a relay, and which mailboxes they receive from. Used on the loop's thread only.
final class ConnectionHub: TLSStreamDelegate, @unchecked Sendable {
  private let store: any MailboxStore
  private let limits: RelayServerLimits
  private let context: TLSServerContext
  private let loop: EventLoop
  private var listener: Listener?
  private var timer: LoopTimer?
  private var connections: [UInt64: RelayConnection] = [:]
  private var ids: [ObjectIdentifier: UInt64] = [:]
  /// For each mailbox the connections that receive from it, the oldest first.
  private var receivers: [MailboxKey: [UInt64]] = [:]
  /// The mailbox of each `open` that the store is working on.
  private var opening: [Ticket: MailboxKey] = [:]
  private var nextID: UInt64 = 0
  private var isDraining = false
  private var isRefusing = false
  private var drained: (@Sendable () -> Void)?
  /// What failed in the store so far, but for a full disk.
  private(set) var storeErrorCount = 0
  private let storeFailed: @Sendable (Int) -> Void

  init(
    store: any MailboxStore, limits: RelayServerLimits, context: TLSServerContext, loop: EventLoop,
    storeFailed: @escaping @Sendable (Int) -> Void
  ) {
    self.storeFailed = storeFailed
    self.store = store
    self.limits = limits
    self.context = context
    self.loop = loop
  }

  func listen(on address: ListenAddress) throws(TransportError) -> ListenAddress {
    let listener = try Listener(address, on: loop) { [weak self] descriptor in self?.accept(descriptor) }
    self.listener = listener
    timer = LoopTimer(on: loop, every: .milliseconds(250)) { [weak self] in self?.tick() }
    return listener.address
  }

  private func accept(_ descriptor: Int32) {
    guard connections.count < limits.connections else { return Listener.refuse(descriptor) }
    guard let stream = try? TLSStream(accepting: descriptor, context: context, on: loop) else { return }
    nextID += 1
    stream.delegate = self
    ids[ObjectIdentifier(stream)] = nextID
    connections[nextID] = RelayConnection(id: nextID, stream: stream, limits: limits)
  }

  private func connection(of stream: TLSStream) -> RelayConnection? {
    ids[ObjectIdentifier(stream)].flatMap { connections[$0] }
  }

  // MARK: Streams

  func streamDidOpen(_ stream: TLSStream) {
    connection(of: stream)?.didOpen()
  }

  func stream(_ stream: TLSStream, didReceive bytes: UnsafeRawBufferPointer) {
    guard let connection = connection(of: stream) else { return }
    connection.receive(bytes)
    goOn(connection)
  }

  func streamDidDrain(_ stream: TLSStream) {
    guard let connection = connection(of: stream) else { return }
    connection.didDrain()
    connection.pendingFetches().forEach(start)
    goOn(connection)
  }

  func streamDidClose(_ stream: TLSStream, error: TransportError?) {
    guard let id = ids.removeValue(forKey: ObjectIdentifier(stream)) else { return }
    remove(id)
  }

  private func remove(_ id: UInt64) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    for mailbox in connection.mailboxes { leave(mailbox, id) }
    checkDrained()
  }

  private func leave(_ mailbox: MailboxKey, _ id: UInt64) {
    receivers[mailbox]?.removeAll { $0 == id }
    guard receivers[mailbox]?.isEmpty == true else { return }
    receivers[mailbox] = nil
    store.setReceived(mailbox, false)
  }

  // MARK: Requests

  /// Gives the store what the client may ask now, and the client what is there for it.
  private func goOn(_ connection: RelayConnection) {
    while let frame = connection.nextRequest(isEnding: isDraining) { submit(frame, from: connection) }
    connection.flush()
    connection.adjustReading()
  }

  private func submit(_ frame: ClientFrame, from connection: RelayConnection) {
    var work = StoreWork(ticket: Ticket(connection: connection.id, tag: frame.tag), request: frame.request)
    if case .objectGet(let body) = frame.request { work.chunkLength = connection.chunkLength(asked: body.length) }
    guard !isDraining, store.submit(work) else {
      let refusal = Refusal(.busy, retryAfterMilliseconds: isDraining ? 5_000 : 1_000)
      connection.answer(frame.tag, .refused(refusal, to: frame.request.type))
      return
    }
    if case .open(let body) = frame.request { opening[work.ticket] = body.mailbox }
  }

  /// What the store has done.
  func handle(_ report: StoreReport) {
    var answered: Set<UInt64> = []
    for event in report.events {
      switch event {
      case .answered(let ticket, let answer):
        take(answer, to: ticket)
        answered.insert(ticket.connection)
      case .closed(let mailbox):
        forget(mailbox)
      }
    }
    for id in answered {
      if let connection = connections[id] { goOn(connection) }
    }
    for mailbox in report.arrived { receivers[mailbox]?.forEach { start(connections[$0]?.fetch(mailbox)) } }
    for batch in report.batches { start(connections[batch.fetch.connection]?.deliver(batch)) }
    if report.errorCount > 0 {
      storeErrorCount += report.errorCount
      storeFailed(storeErrorCount)
    }
    checkDrained()
  }

  private func take(_ answer: Answer, to ticket: Ticket) {
    let mailbox = opening.removeValue(forKey: ticket)
    guard let connection = connections[ticket.connection] else { return }
    connection.answer(ticket.tag, answer)
    if case .opened = answer, let mailbox { join(mailbox, connection) }
  }

  /// The answer to `open` is written first, then what waits.
  private func join(_ mailbox: MailboxKey, _ connection: RelayConnection) {
    if receivers[mailbox] == nil { store.setReceived(mailbox, true) }
    connection.flush()
    connection.opened(mailbox)
    if receivers[mailbox]?.contains(connection.id) != true {
      receivers[mailbox, default: []].append(connection.id)
    }
    if let oldest = receivers[mailbox]?.first, receivers[mailbox]?.count ?? 0 > limits.receiversPerMailbox {
      // The newest is the one that works: of a device that lost its network, the oldest is a dead one.
      leave(mailbox, oldest)
      connections[oldest]?.refuse(Refusal(.tooManyConnections))
    }
    start(connection.fetch(mailbox))
  }

  private func forget(_ mailbox: MailboxKey) {
    guard let ids = receivers.removeValue(forKey: mailbox) else { return }
    for id in ids { connections[id]?.closed(mailbox) }
    store.setReceived(mailbox, false)
  }

  private func start(_ fetch: DeliveryFetch?) {
    guard let fetch, !store.fetch(fetch) else { return }
    connections[fetch.connection]?.fetchFailed(fetch.mailbox)
  }

  // MARK: Time

  private func tick() {
    let now = ContinuousClock.now
    for (id, connection) in connections {
      if connection.isOverdue(now) {
        // Tells nobody, so this does.
        connection.abort()
        ids[ObjectIdentifier(connection.stream)] = nil
        remove(id)
      } else if connection.isSilent(now) {
        connection.refuse(Refusal(.silence))
      } else {
        connection.pendingFetches().forEach(start)
      }
    }
  }

  var connectionCount: Int { connections.count }

  // MARK: The end

  /// Takes no more connections and requests, and calls `done` when all that was accepted is answered and every client
  /// was told.
  func drain(_ done: @escaping @Sendable () -> Void) {
    isDraining = true
    drained = done
    listener = nil
    for connection in connections.values { goOn(connection) }
    checkDrained()
  }

  private func checkDrained() {
    // Refusing may end a connection at once, and come back here.
    guard isDraining, !isRefusing, let done = drained else { return }
    isRefusing = true
    for connection in connections.values where connection.unansweredCount == 0 {
      connection.refuse(Refusal(.busy, retryAfterMilliseconds: 5_000))
    }
    isRefusing = false
    guard connections.isEmpty else { return }
    drained = nil
    done()
  }

  func abortAll() {
    listener = nil
    timer?.cancel()
    timer = nil
    for connection in connections.values { connection.abort() }
    connections = [:]
    ids = [:]
    receivers = [:]
    opening = [:]
    drained = nil
  }
}
