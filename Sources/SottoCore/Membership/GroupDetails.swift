import SottoWire

/// What a group is apart from its members: `uuid id · string name · u64 createdAt in seconds · depth fields`.
public struct GroupDetails: WireCodable, Hashable, Sendable {
  public let id: GroupID
  /// 1 to `Limits.groupName` bytes of UTF-8
  public private(set) var name: String
  /// Whole seconds: nothing finer is kept that could be matched with other records.
  public let createdAt: Timestamp
  public var depthFields: DepthFields

  public init(id: GroupID, name: String, createdAt: Timestamp, depthFields: DepthFields) throws(GroupError) {
    self.id = id
    self.name = try Self.checked(name)
    self.createdAt = Timestamp(milliseconds: createdAt.milliseconds / 1_000 * 1_000)
    self.depthFields = depthFields
  }

  public mutating func rename(_ name: String) throws(GroupError) {
    self.name = try Self.checked(name)
  }

  private static func checked(_ name: String) throws(GroupError) -> String {
    guard 1...Limits.groupName ~= name.utf8.count else { throw .invalidName }
    return name
  }

  public init(from reader: inout WireReader) throws(WireError) {
    id = try reader.value()
    name = try reader.string(max: Limits.groupName)
    let (milliseconds, overflow) = try reader.u64().multipliedReportingOverflow(by: 1_000)
    guard !name.isEmpty, !overflow else { throw .invalidValue }
    createdAt = Timestamp(milliseconds: milliseconds)
    depthFields = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(id)
    writer.string(name)
    writer.u64(createdAt.milliseconds / 1_000)
    writer.value(depthFields)
  }
}
