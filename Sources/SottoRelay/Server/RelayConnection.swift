import SottoCore
import SottoRelayProtocol
import SottoTransport

/// One client: its stream, its protocol state, and what is being fetched for it. Used on the loop's thread only.
final class RelayConnection {
  /// Fetching from one mailbox.
  private struct Pump {
    var isFetching = false
    /// Something arrived, or was left behind, since the fetch under way began.
    var hasMore = false
  }

  let id: UInt64
  let stream: TLSStream
  private let limits: RelayServerLimits
  private var session: ServerSession?
  private var pumps: [MailboxKey: Pump] = [:]
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

  /// The requests that `bytes` complete.
  func receive(_ bytes: UnsafeRawBufferPointer) -> [ClientFrame] {
    guard finishedAt == nil else { return [] }
    heardAt = .now
    events.removeAll(keepingCapacity: true)
    session?.receive(bytes, into: &events)
    var requests: [ClientFrame] = []
    for event in events {
      switch event {
      case .send(let frame): output += frame
      case .request(let request): requests.append(request)
      case .finish(let frame): finish(frame)
      }
    }
    return requests
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

  func closed(_ mailbox: MailboxKey) {
    pumps[mailbox] = nil
  }

  var mailboxes: some Collection<MailboxKey> { pumps.keys }

  /// What to fetch now that something arrived; nil while a fetch is under way, or the client reads too slowly.
  func fetch(_ mailbox: MailboxKey) -> DeliveryFetch? {
    guard finishedAt == nil, var pump = pumps[mailbox], let last = session?.lastDelivered(from: mailbox) else {
      return nil
    }
    defer { pumps[mailbox] = pump }
    guard !pump.isFetching, stream.pendingOutput + output.count <= Self.highWater else {
      pump.hasMore = true
      return nil
    }
    pump.isFetching = true
    pump.hasMore = false
    return DeliveryFetch(connection: id, mailbox: mailbox, after: last)
  }

  /// The store took no fetch: asked again with the next arrival, or by `tick`.
  func fetchFailed(_ mailbox: MailboxKey) {
    pumps[mailbox]?.isFetching = false
    pumps[mailbox]?.hasMore = true
  }

  /// Sends a batch; the next fetch, where there is more.
  func deliver(_ batch: DeliveryBatch) -> DeliveryFetch? {
    let mailbox = batch.fetch.mailbox
    guard finishedAt == nil, pumps[mailbox] != nil else { return nil }
    for delivery in batch.deliveries {
      if let frame = session?.deliver(delivery) { output += frame }
    }
    flush()
    pumps[mailbox]?.isFetching = false
    if batch.isCut { pumps[mailbox]?.hasMore = true }
    return pumps[mailbox]?.hasMore == true ? fetch(mailbox) : nil
  }

  /// Fetches that waited until the client had read enough.
  func pendingFetches() -> [DeliveryFetch] {
    pumps.filter { $1.hasMore && !$1.isFetching }.keys.compactMap { fetch($0) }
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
