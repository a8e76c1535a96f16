import SottoWire

/// Which messages are too old to be anything but replays.
///
/// A message whose signed time is more than 60 days behind is dropped; up to then the ids of handled messages are
/// kept, so a copy of one delivers once, whenever it comes. Times in the future are accepted: no setting of a clock
/// blocks a message, apart from the window itself.
public struct ReplayWindow: Hashable, Sendable {
  /// Sender times up to here are refused whatever the clock says; nil at first.
  public private(set) var line: Timestamp?

  public init() {}

  public func accepts(sentAt: Timestamp, at now: Timestamp) -> Bool {
    now.since(sentAt) <= Limits.replayWindow && line.map { sentAt > $0 } ?? true
  }

  /// To be called for each record that is dropped because it `isOver`. Its message is already outside the window;
  /// raising the line keeps it out if the clock is set back later.
  public mutating func forget(_ handled: HandledMessage) {
    raise(to: handled.sentAt)
  }

  /// A profile restored from a backup does not know what was handled after it was made, so nothing sent before it
  /// counts any more.
  public mutating func restored(from backup: Timestamp) {
    raise(to: backup)
  }

  private mutating func raise(to time: Timestamp) {
    line = line.map { max($0, time) } ?? time
  }
}

extension ReplayWindow: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    line = try reader.optional()
  }

  public func encode(to writer: inout WireWriter) {
    writer.optional(line)
  }
}

/// That a message was handled, under its author's device and its id; kept until 60 days after the later of the time
/// of handling and the sender's time.
public struct HandledMessage: Hashable, Sendable {
  public private(set) var sentAt: Timestamp
  public private(set) var keptUntil: Timestamp

  public init(sentAt: Timestamp, handledAt: Timestamp) {
    self.sentAt = sentAt
    keptUntil = max(sentAt, handledAt).adding(Limits.replayWindow)
  }

  /// A copy came again. One that never expires carries a new time each time it is pushed anew, and must be known for
  /// as long as that is inside the window.
  public mutating func cameAgain(sentAt: Timestamp, at now: Timestamp) {
    let again = HandledMessage(sentAt: sentAt, handledAt: now)
    self.sentAt = max(self.sentAt, sentAt)
    keptUntil = max(keptUntil, again.keptUntil)
  }

  /// Not before every copy is outside the window.
  public func isOver(at now: Timestamp) -> Bool { now > keptUntil }
}

extension HandledMessage: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    sentAt = try reader.value()
    keptUntil = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(sentAt)
    writer.value(keptUntil)
  }
}
