import SottoCore
import SottoRelayProtocol

/// Where a relay keeps mailboxes, envelopes and objects.
///
/// A request is answered through the sink, when what it asked for is durable. Requests about one mailbox are done in
/// the order they were given.
public protocol MailboxStore: AnyObject, Sendable {
  /// Starts to work. `sink` is called on the store's threads.
  func start(_ sink: @escaping @Sendable (StoreReport) -> Void)

  /// False where too much waits already: then nothing happens.
  func submit(_ work: StoreWork) -> Bool

  /// Asks for envelopes that wait in a mailbox, in arrival order. False where too much waits already.
  func fetch(_ fetch: DeliveryFetch) -> Bool

  /// Whether a connection receives from the mailbox now. One that is received from counts as opened all the while.
  func setReceived(_ mailbox: MailboxKey, _ isReceived: Bool)

  /// Finishes what was submitted, reports it, and closes. Returns when that is done.
  func stop()
}

/// Who waits for an answer.
public struct Ticket: Hashable, Sendable {
  public var connection: UInt64
  public var tag: UInt32

  public init(connection: UInt64, tag: UInt32) {
    self.connection = connection
    self.tag = tag
  }
}

public struct StoreWork: Sendable {
  public var ticket: Ticket
  public var request: Request
  /// For `objectGet`: bytes that fit the answer.
  public var chunkLength: Int

  public init(ticket: Ticket, request: Request, chunkLength: Int = 0) {
    self.ticket = ticket
    self.request = request
    self.chunkLength = chunkLength
  }

  /// Bytes that it, or its answer, holds in memory while it waits.
  var weight: Int {
    switch request {
    case .push(let body): body.envelope.count + 256
    case .objectPut(let body): body.chunk.count + 256
    case .objectGet: chunkLength + 256
    case .acknowledge(let body): body.arrivals.count * 8 + 256
    default: 256
    }
  }
}

public struct DeliveryFetch: Sendable {
  public var connection: UInt64
  /// Of the connection's fetches
  public var number: UInt64
  public var mailbox: MailboxKey
  /// Only what arrived after this.
  public var after: UInt64

  public init(connection: UInt64, number: UInt64, mailbox: MailboxKey, after: UInt64) {
    self.connection = connection
    self.number = number
    self.mailbox = mailbox
    self.after = after
  }

  /// One fetch brings no more, so that a full mailbox does not make others wait.
  static let maximumCount = 128
  static let maximumBytes = 256 * 1024
}

public struct DeliveryBatch: Sendable {
  public var fetch: DeliveryFetch
  public var deliveries: [Delivery]
  /// There may be more behind these.
  public var isCut = false
  /// What is behind these could not be read: to be asked for again, but not at once.
  public var isFailed = false
}

/// What a store has done.
public struct StoreReport: Sendable {
  /// In the order in which it was done: a mailbox may be deleted and made again in one commit.
  public var events: [StoreEvent] = []
  /// Mailboxes with new envelopes.
  public var arrived: Set<MailboxKey> = []
  public var batches: [DeliveryBatch] = []
  /// Reads and writes that failed, but for a full disk.
  public var errorCount = 0

  public init() {}
}

public enum StoreEvent: Sendable {
  case answered(Ticket, Answer)
  /// A mailbox is gone.
  case closed(MailboxKey)
}
