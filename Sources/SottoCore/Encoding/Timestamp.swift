import SottoWire

/// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: WireCodable, Hashable, Comparable, Sendable {
  public var milliseconds: UInt64

  public init(milliseconds: UInt64) {
    self.milliseconds = milliseconds
  }

  public init(from reader: inout WireReader) throws(WireError) {
    milliseconds = try reader.u64()
  }

  public func encode(to writer: inout WireWriter) {
    writer.u64(milliseconds)
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Saturates at both ends: times come from peers, who may claim any.
  public func adding(_ interval: TimeSpan) -> Timestamp {
    let (sum, overflow) = milliseconds.addingReportingOverflow(interval.milliseconds)
    return Timestamp(milliseconds: overflow ? .max : sum)
  }

  public func subtracting(_ interval: TimeSpan) -> Timestamp {
    Timestamp(milliseconds: milliseconds < interval.milliseconds ? 0 : milliseconds - interval.milliseconds)
  }

  /// Zero where `earlier` is later.
  public func since(_ earlier: Timestamp) -> TimeSpan {
    TimeSpan(milliseconds: milliseconds < earlier.milliseconds ? 0 : milliseconds - earlier.milliseconds)
  }
}

/// A length of time that is not negative.
public struct TimeSpan: Hashable, Comparable, Sendable {
  public let milliseconds: UInt64

  public init(milliseconds: UInt64) { self.milliseconds = milliseconds }

  public static func seconds(_ count: UInt64) -> TimeSpan { TimeSpan(milliseconds: 1_000).times(count) }
  public static func minutes(_ count: UInt64) -> TimeSpan { TimeSpan(milliseconds: 60_000).times(count) }
  public static func hours(_ count: UInt64) -> TimeSpan { TimeSpan(milliseconds: 3_600_000).times(count) }
  public static func days(_ count: UInt64) -> TimeSpan { TimeSpan(milliseconds: 86_400_000).times(count) }

  /// Saturates: counts come from peers and relays.
  public func times(_ count: UInt64) -> TimeSpan {
    let (product, overflow) = milliseconds.multipliedReportingOverflow(by: count)
    return TimeSpan(milliseconds: overflow ? .max : product)
  }

  public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.milliseconds < right.milliseconds }
}
