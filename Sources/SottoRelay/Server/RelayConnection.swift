import SottoCore
import SottoRelayProtocol
import SottoTransport

/// One client: its stream, its protocol state, and what is being fetched for it. Used on the loop's thread only.
final class RelayConnection {
  /// Fetching from one mailbox.
  private struct Pump {
    /// The number of the fetch under way.
    var fetch: UInt64?
    /// Something arrived, or was left behind, since the fetch under way began.
    var hasMore = false
    /// After a fetch that failed: no other before this.
    var restsUntil: ContinuousClock.Instant?
  }

  let id: UInt64
  let stream: TLSStream
  private let limits: RelayServerLimits
  private var session: ServerSession?
  private var pumps: [MailboxKey: Pump] = [:]
  private var fetchCount: UInt64 = 0
  /// Requests that the store has not been given yet, in their order.
  private var held: ArraySlice<ClientFrame> = []
  /// Tags of the chunks of objects that the store is asked for.
  private var chunks: Set<UInt32> = []
  private let openedAt = ContinuousClock.now
  private var heardAt = ContinuousClock.now
  /// When the client last took in what was written for it, or nothing was left to take.
  private var drainedAt = ContinuousClock.now
  private var lastPending = 0
  private var finishedAt: ContinuousClock.Instant?
  private var isReading = true
  /// Frames of one round, written at once: one TLS record for many.
  private var output: [UInt8] = []
  private var events: [ServerEvent] = []

  /// Bytes that wait for the network above which nothing more is fetched or read for this client.
  private static let highWater = 256 * 1024
  /// How long a client may take to read our last frame and close.
  private static let lingerTime = Duration.seconds(2)
  /// Chunks that the store is asked for at a time: a request for one is small, its answer is not.
  private static let chunkCount = 2
  /// How long a mailbox is left alone after the store could not read it.
  private static let failureRest = Duration.seconds(1)

  init(id: UInt64, stream: TLSStream, limits: RelayServerLimits) {
    self.id = id
    self.stream = stream
    self.limits = limits
  }

  var unansweredCount: Int { session?.unansweredCount ?? 0 }

  func didOpen() {
    guard
      let exporter = stream.exporter(
        label: RelayProtocolLimits.exporterLabel, count: RelayProtocolLimits.exporterSize)
    else { return stream.finish() }
    session = ServerSession(limits: limits.announced, exporter: exporter)
    heardAt = .now
  }

  // MARK: Input

  /// Takes in `bytes`; the requests that they complete come from `nextRequest`.
  func receive(_ bytes: UnsafeRawBufferPointer) {
    guard finishedAt == nil else { return }
    heardAt = .now
    events.removeAll(keepingCapacity: true)
    session?.receive(bytes, into: &events)
    for event in events {
      switch event {
      case .send(let frame): output += frame
      case .request(let request): held.append(request)
      case .finish(let frame): finish(frame)
      }
    }
  }

  /// The next request for the store; nil where none is there, or where what the client may make the relay hold in
  /// memory is used up: then asked again after an answer, or when the client has read.
  ///
  /// - Parameter isEnding: nothing is held back, since all that is left is refused.
  func nextRequest(isEnding: Bool) -> ClientFrame? {
    guard finishedAt == nil, let next = held.first, isEnding || hasRoom(for: next.request) else { return nil }
    held.removeFirst()
    if held.isEmpty { held = [] }
    if case .objectGet = next.request { chunks.insert(next.tag) }
    return next
  }

  private func hasRoom(for request: Request) -> Bool {
    guard unansweredCount - held.count < limits.requestsPerConnection else { return false }
    guard case .objectGet = request else { return true }
    return chunks.count < Self.chunkCount && stream.pendingOutput + output.count <= TLSStream.lowWater
  }

  func chunkLength(asked: UInt32) -> Int { session?.chunkLength(asked: asked) ?? 0 }

  /// Reads from the client only as far as its requests are answered and its answers are read.
  func adjustReading() {
    guard finishedAt == nil else { return }
    let isCrowded = unansweredCount >= limits.requestsPerConnection || stream.pendingOutput > Self.highWater
    let isFree = unansweredCount <= limits.requestsPerConnection / 2 && stream.pendingOutput <= TLSStream.lowWater
    if isReading ? isCrowded : isFree {
      isReading.toggle()
      stream.setReading(isReading)
    }
  }

  // MARK: Output

  func answer(_ tag: UInt32, _ answer: Answer) {
    chunks.remove(tag)
    guard let frame = session?.answer(tag, answer) else { return }
    // While we let it wait, it had nothing to say.
    heardAt = .now
    output += frame
  }

  func flush() {
    guard !output.isEmpty else { return }
    stream.write(output)
    output.removeAll(keepingCapacity: output.count <= Self.highWater && isBusy)
  }

  /// An idle connection holds no buffer.
  private var isBusy: Bool { unansweredCount > 0 }

  func didDrain() {
    drainedAt = .now
  }

  // MARK: Deliveries

  func opened(_ mailbox: MailboxKey) {
    if pumps[mailbox] == nil { pumps[mailbox] = Pump() }
  }

  /// The mailbox is gone; one that is opened under the same key is another, whose arrivals begin anew.
  func closed(_ mailbox: MailboxKey) {
    pumps[mailbox] = nil
    session?.forget(mailbox)
  }

  var mailboxes: some Collection<MailboxKey> { pumps.keys }

  /// What to fetch now that something arrived; nil while a fetch is under way, or the client reads too slowly.
  func fetch(_ mailbox: MailboxKey) -> DeliveryFetch? {
    guard finishedAt == nil, var pump = pumps[mailbox], let last = session?.lastDelivered(from: mailbox) else {
      return nil
    }
    defer { pumps[mailbox] = pump }
    let isResting = pump.restsUntil.map { ContinuousClock.now < $0 } ?? false
    guard pump.fetch == nil, !isResting, stream.pendingOutput + output.count <= Self.highWater else {
      pump.hasMore = true
      return nil
    }
    fetchCount += 1
    pump = Pump(fetch: fetchCount)
    return DeliveryFetch(connection: id, number: fetchCount, mailbox: mailbox, after: last)
  }

  /// The store took no fetch: asked again with the next arrival, or by `tick`.
  func fetchFailed(_ mailbox: MailboxKey) {
    pumps[mailbox]?.fetch = nil
    pumps[mailbox]?.hasMore = true
  }

  /// Sends a batch; the next fetch, where there is more.
  func deliver(_ batch: DeliveryBatch) -> DeliveryFetch? {
    let mailbox = batch.fetch.mailbox
    // One that was asked for before the mailbox was deleted and made again is not this mailbox's.
    guard finishedAt == nil, pumps[mailbox]?.fetch == batch.fetch.number else { return nil }
    for delivery in batch.deliveries {
      if let frame = session?.deliver(delivery) { output += frame }
    }
    flush()
    pumps[mailbox]?.fetch = nil
    if batch.isCut { pumps[mailbox]?.hasMore = true }
    if batch.isFailed { pumps[mailbox]?.restsUntil = .now + Self.failureRest }
    return pumps[mailbox]?.hasMore == true ? fetch(mailbox) : nil
  }

  /// Fetches that waited until the client had read enough.
  func pendingFetches() -> [DeliveryFetch] {
    pumps.filter { $1.hasMore && $1.fetch == nil }.keys.compactMap { fetch($0) }
  }

  // MARK: The end

  /// Says why, and closes.
  func refuse(_ refusal: Refusal) {
    guard finishedAt == nil else { return }
    if session?.isClosed == false, let frame = session?.close(refusal) { return finish(frame) }
    finishedAt = .now
    stream.finish()
  }

  private func finish(_ frame: [UInt8]) {
    held = []
    output += frame
    flush()
    finishedAt = .now
    stream.finish()
  }

  func abort() {
    stream.abort()
  }

  /// Whether the connection has to go without another word.
  ///
  /// One that does not read what it asked for is: its pings are not read either.
  func isOverdue(_ now: ContinuousClock.Instant) -> Bool {
    if let finishedAt { return now - finishedAt >= Self.lingerTime }
    if session == nil { return now - openedAt >= limits.handshakeTime }
    let pending = stream.pendingOutput
    if pending == 0 || pending < lastPending { drainedAt = now }
    lastPending = pending
    return now - drainedAt >= limits.silence
  }

  /// Whether the client owes us a frame: `hello`, or a ping.
  func isSilent(_ now: ContinuousClock.Instant) -> Bool {
    guard finishedAt == nil, let session else { return false }
    if !session.isReady { return now - openedAt >= limits.handshakeTime }
    return isReading && unansweredCount == 0 && now - heardAt >= limits.silence
  }
}
