import SottoWire

/// What happens to an envelope before anything of its body is read. Messages of a pairing are not decided here: windows
/// and joins know themselves what is theirs, and must answer repeats again.
public enum ReceivingDecision: Hashable, Sendable {
  /// Handle it, and record it as handled in the same transaction.
  case handle
  /// It was handled before: queue its receipt again if it had one, note that it came again, acknowledge.
  case duplicate
  /// Leave it at the relay, unacknowledged; handle it after an update.
  case hold
  /// Acknowledge, drop, report.
  case drop(DeliveryIssue)
}

/// What is known of an envelope when the decision is taken.
public struct EnvelopeArrival: Sendable {
  public enum Reading: Sendable {
    /// The envelope's version, or its kind, is of a later Sotto.
    case newerVersion
    /// Not an envelope, not for this key, or not signed by its author.
    case unreadable
    case opened(Opened)
  }

  public struct Opened: Sendable {
    public let author: Author
    public let sentAt: Timestamp
    /// There is a record under (author's device, message id).
    public let isHandled: Bool

    public init(author: Author, sentAt: Timestamp, isHandled: Bool) {
      self.author = author
      self.sentAt = sentAt
      self.isHandled = isHandled
    }
  }

  public enum Author: Sendable {
    /// A device that this one is paired with, or half so.
    case peer
    case stranger
  }

  public let reading: Reading
  /// Envelopes that are held already.
  public let heldCount: Int

  public init(reading: Reading, heldCount: Int) {
    self.reading = reading
    self.heldCount = heldCount
  }
}

extension ReceivingDecision {
  /// Version, authenticity, author, replay window, duplicates: in this order. The look-up of the message id comes
  /// before the bundle is opened, so that one that comes again after a crash is a duplicate and not an unreadable
  /// bundle whose prekey is gone.
  public init(_ arrival: EnvelopeArrival, window: ReplayWindow, at now: Timestamp) {
    switch arrival.reading {
    case .newerVersion:
      self = arrival.heldCount < Limits.heldEnvelopes ? .hold : .drop(.heldForNewerVersion)
    case .unreadable:
      self = .drop(.unreadable)
    case .opened(let opened) where opened.author == .stranger:
      self = .drop(.unauthorised(.unknownAuthor))
    case .opened(let opened) where !window.accepts(sentAt: opened.sentAt, at: now):
      self = .drop(.replayed)
    case .opened(let opened):
      self = opened.isHandled ? .duplicate : .handle
    }
  }
}
