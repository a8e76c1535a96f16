import SottoWire

/// What a device has done with messages it received: `vector<{state u8, messageID[16]}, 256>`, strictly ascending by
/// message id. Without entries it is the greeting after pairing.
public struct ReceiptBody: Hashable, Sendable {
  public enum State: UInt8, CaseIterable, Comparable, Sendable {
    /// Committed to the recipient's disk.
    case stored = 1
    /// Shown to the recipient; says *stored* too.
    case read = 2

    public static func < (left: State, right: State) -> Bool { left.rawValue < right.rawValue }
  }

  public struct Entry: Hashable, Sendable {
    public let state: State
    public let messageID: MessageID

    public init(state: State, messageID: MessageID) {
      self.state = state
      self.messageID = messageID
    }
  }

  public let entries: [Entry]

  /// No entries: the greeting.
  public init() {
    entries = []
  }

  /// Sorts; of several states of one message the furthest counts. Throws `tooLarge` above 256 messages.
  public init(entries: [Entry]) throws(ContentError) {
    let merged = Self.merged(entries)
    guard merged.count <= Limits.receiptEntries else { throw .tooLarge(limit: Limits.receiptEntries) }
    self.entries = merged
  }

  private init(canonical entries: [Entry]) {
    self.entries = entries
  }

  /// As many bodies as the entries need.
  public static func batches(of entries: [Entry]) -> [ReceiptBody] {
    let merged = merged(entries)
    return stride(from: 0, to: merged.count, by: Limits.receiptEntries).map { start in
      let end = min(start + Limits.receiptEntries, merged.count)
      return ReceiptBody(canonical: [Entry](merged[start..<end]))
    }
  }

  private static func merged(_ entries: [Entry]) -> [Entry] {
    Dictionary(entries.map { ($0.messageID, $0.state) }, uniquingKeysWith: max)
      .map { Entry(state: $0.value, messageID: $0.key) }
      .sorted { $0.messageID < $1.messageID }
  }
}

extension ReceiptBody: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    entries = try reader.vector(of: Entry.self, max: Limits.receiptEntries)
    for (previous, next) in zip(entries, entries.dropFirst()) {
      guard previous.messageID != next.messageID else { throw .duplicate }
      guard previous.messageID < next.messageID else { throw .wrongOrder }
    }
  }

  public func encode(to writer: inout WireWriter) {
    writer.vector(entries)
  }
}

extension ReceiptBody.Entry: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    let raw = try reader.u8()
    guard let state = ReceiptBody.State(rawValue: raw) else { throw .unknownTag(raw) }
    self.state = state
    messageID = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(state.rawValue)
    writer.value(messageID)
  }
}
