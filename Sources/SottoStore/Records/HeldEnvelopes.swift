import SottoCore
import SottoWire

/// Envelopes that were left at the relay because a newer version made them. They come again with every connection, and
/// are reported once.
public struct HeldEnvelopes: WireCodable, Sendable, Equatable {
  private struct Held: Sendable, Equatable {
    let pushID: PushID
    let since: Timestamp
  }

  private var entries: [Held] = []

  public init() {}

  public func contains(_ pushID: PushID) -> Bool { entries.contains { $0.pushID == pushID } }

  /// Those that the relay still has, other than `pushID`
  public func count(besides pushID: PushID? = nil, at now: Timestamp) -> Int {
    entries.count { $0.pushID != pushID && now.since($0.since) <= Limits.relayLifetime }
  }

  /// Forgets those that the relay has dropped by now.
  public mutating func add(_ pushID: PushID, at now: Timestamp) {
    entries.removeAll { $0.pushID == pushID || now.since($0.since) > Limits.relayLifetime }
    entries = entries.suffix(Limits.heldEnvelopes - 1) + [Held(pushID: pushID, since: now)]
  }

  public mutating func remove(_ pushID: PushID) {
    entries.removeAll { $0.pushID == pushID }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    entries = try reader.vector(max: Limits.heldEnvelopes) { (reader: inout WireReader) throws(WireError) in
      Held(pushID: try reader.value(), since: try reader.value())
    }
  }

  public func encode(to writer: inout WireWriter) {
    writer.vector(entries) { entry, writer in
      writer.value(entry.pushID)
      writer.value(entry.since)
    }
  }
}
