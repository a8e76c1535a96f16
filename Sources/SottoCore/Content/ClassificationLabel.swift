import SottoWire

/// How strictly a message or an attachment is to be handled: `string id · string name · u8 rank`.
public struct ClassificationLabel: Hashable, Sendable {
  public let id: String
  public let name: String
  /// 0, no restriction, to 7.
  public let rank: UInt8

  /// Throws `tooLarge` where the id, the name or the rank is above its maximum.
  public init(id: String, name: String, rank: UInt8) throws(ContentError) {
    guard id.utf8.count <= Limits.labelID else { throw .tooLarge(limit: Limits.labelID) }
    guard name.utf8.count <= Limits.labelName else { throw .tooLarge(limit: Limits.labelName) }
    guard rank <= Limits.labelRank else { throw .tooLarge(limit: Int(Limits.labelRank)) }
    self.id = id
    self.name = name
    self.rank = rank
  }
}

extension ClassificationLabel: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    id = try reader.string(max: Limits.labelID)
    name = try reader.string(max: Limits.labelName)
    rank = try reader.u8()
    guard rank <= Limits.labelRank else { throw .invalidValue }
  }

  public func encode(to writer: inout WireWriter) {
    writer.string(id)
    writer.string(name)
    writer.u8(rank)
  }
}
