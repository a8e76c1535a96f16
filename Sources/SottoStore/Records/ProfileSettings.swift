import SottoCore
import SottoWire

/// What a profile is, apart from its keys.
public struct ProfileSettings: WireCodable, Sendable, Equatable {
  public let createdAt: Timestamp
  /// Of the own inbox; nil while the profile works with files only
  public var relay: RelayAddress?
  /// What a push into the own inbox must show
  public var accessKey: AccessKey

  public init(createdAt: Timestamp, relay: RelayAddress?, accessKey: AccessKey) {
    self.createdAt = createdAt
    self.relay = relay
    self.accessKey = accessKey
  }

  public init(from reader: inout WireReader) throws(WireError) {
    createdAt = try reader.value()
    relay = try reader.optional()
    accessKey = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(createdAt)
    writer.optional(relay)
    writer.value(accessKey)
  }
}
