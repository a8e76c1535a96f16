import SottoCore
import SottoWire

/// A person, as this device knows them. Keys, relay and capabilities are the peer's.
public struct ContactRecord: WireCodable, Sendable, Equatable {
  public enum Trust: Sendable, Equatable {
    case unverified
    /// The safety words were compared.
    case verified(at: Timestamp)
    /// Paired anew with other keys since
    case keyChanged(at: Timestamp)
  }

  public let id: ContactID
  /// Always there, of one length
  public var depthFields: DepthFields
  /// The person's devices, each a peer
  public var devices: [DeviceID]
  public var nickname: String?
  public var trust: Trust
  public let createdAt: Timestamp
  /// Of the last pairing, one after the other
  public var safetyWords: String

  /// Six words with what stands between them
  private static let safetyWordsSize = 128

  public init(
    id: ContactID, depthFields: DepthFields = .safe, devices: [DeviceID], nickname: String? = nil,
    trust: Trust = .unverified, createdAt: Timestamp, safetyWords: String
  ) {
    self.id = id
    self.depthFields = depthFields
    self.devices = devices
    self.nickname = nickname
    self.trust = trust
    self.createdAt = createdAt
    self.safetyWords = safetyWords
  }

  public init(from reader: inout WireReader) throws(WireError) {
    id = try reader.value()
    depthFields = try reader.value()
    devices = try reader.vector(max: Limits.listedDevices)
    nickname = try reader.optional { (reader: inout WireReader) throws(WireError) in
      try reader.string(max: Limits.nickname)
    }
    trust = try reader.value()
    createdAt = try reader.value()
    safetyWords = try reader.string(max: Self.safetyWordsSize)
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(id)
    writer.value(depthFields)
    writer.vector(devices)
    writer.optional(nickname) { nickname, writer in writer.string(nickname) }
    writer.value(trust)
    writer.value(createdAt)
    writer.string(safetyWords)
  }
}

extension ContactRecord.Trust: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    switch try reader.u8() {
    case 0: self = .unverified
    case 1: self = .verified(at: try reader.value())
    case 2: self = .keyChanged(at: try reader.value())
    case let other: throw .unknownTag(other)
    }
  }

  public func encode(to writer: inout WireWriter) {
    switch self {
    case .unverified:
      writer.u8(0)
    case .verified(let at):
      writer.u8(1)
      writer.value(at)
    case .keyChanged(let at):
      writer.u8(2)
      writer.value(at)
    }
  }
}
