import SottoCore
import SottoWire

/// The logical key of a row.
public protocol TableKey: Sendable {
  /// One encoding for each key; only its MAC reaches the disk.
  var keyBytes: [UInt8] { get }
}

extension TableKey where Self: WireCodable {
  public var keyBytes: [UInt8] { encoded() }
}

/// A sealed table: its name in the database and how its rows can be found besides by their key.
public struct TableDefinition<Key: TableKey, Record: WireCodable>: Sendable {
  let name: String
  let size: BoxSize
  /// Rows of one value are found together, in order of arrival.
  let firstIndex: (@Sendable (Key, Record) -> [UInt8])?
  let secondIndex: (@Sendable (Key, Record) -> [UInt8])?
  /// Whether a save of a row stands for one that a hidden view would put into the spool.
  let isSpooled: Bool

  init(
    _ name: String, size: BoxSize = .steps, firstIndex: (@Sendable (Key, Record) -> [UInt8])? = nil,
    secondIndex: (@Sendable (Key, Record) -> [UInt8])? = nil, isSpooled: Bool = false
  ) {
    self.name = name
    self.size = size
    self.firstIndex = firstIndex
    self.secondIndex = secondIndex
    self.isSpooled = isSpooled
  }
}

/// The place of a row in the order in which rows came into its table. Never used twice.
public struct RowNumber: Hashable, Comparable, Sendable, WireCodable, TableKey {
  public let rawValue: UInt64

  public static let start = RowNumber(rawValue: 0)

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public init(from reader: inout WireReader) throws(WireError) {
    rawValue = try reader.u64()
  }

  public func encode(to writer: inout WireWriter) {
    writer.u64(rawValue)
  }

  public static func < (left: RowNumber, right: RowNumber) -> Bool { left.rawValue < right.rawValue }
}

/// A record with its place in the order of its table.
public struct Row<Record> {
  public let arrival: RowNumber
  public let record: Record
}

extension Row: Sendable where Record: Sendable {}
extension Row: Equatable where Record: Equatable {}
