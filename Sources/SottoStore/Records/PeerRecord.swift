import SottoCore
import SottoWire

/// A paired device: keys, capabilities, prekeys both ways. It has no name and works at every depth.
public struct PeerRecord: WireCodable, Sendable {
  public enum Stage: UInt8, Sendable {
    /// Its answer to the last pairing message has not come: nothing is sealed to it, no contact shows it.
    case half = 1
    case paired = 2
  }

  public var keyPackage: KeyPackage
  public var deviceList: DeviceList
  public var quantum: PeerKeyMaterial
  public var stage: Stage
  public var pairedAt: Timestamp
  /// The highest bundle version that it has proven
  public var mark: AppVersion?
  /// Its last bundle was sealed without the key material that it has.
  public var isDowngraded: Bool
  /// Its public prekeys
  public var prekeyStock: PrekeyStock
  /// What it was handed of ours
  public var prekeyIssuer: PrekeyIssuer
  /// Of its inbox; nil for a device that exchanges files only
  public var relay: RelayAddress?
  public var accessKey: AccessKey
  /// Its relay has taken something for it. Until then an unknown mailbox is one that is not made yet.
  public var mailboxSeen: Bool
  /// What becomes of it when the pairing that runs is complete
  public var proposal: Proposal?
  /// When its last contact was deleted: the record goes 90 days later.
  public var namelessSince: Timestamp?

  /// A pairing whose last answer has not come; its key material is proposed in `quantum`.
  public struct Proposal: WireCodable, Sendable, Equatable {
    public let keyPackage: KeyPackage
    public let deviceList: DeviceList
    public let safetyWords: SafetyWords

    public init(keyPackage: KeyPackage, deviceList: DeviceList, safetyWords: SafetyWords) {
      self.keyPackage = keyPackage
      self.deviceList = deviceList
      self.safetyWords = safetyWords
    }

    public init(from reader: inout WireReader) throws(WireError) {
      keyPackage = try reader.value()
      deviceList = try reader.value()
      safetyWords = try reader.value()
    }

    public func encode(to writer: inout WireWriter) {
      writer.value(keyPackage)
      writer.value(deviceList)
      writer.value(safetyWords)
    }
  }

  /// From its key package, as one that was just paired.
  public init(
    keyPackage: KeyPackage, deviceList: DeviceList, quantum: PeerKeyMaterial, stage: Stage, pairedAt: Timestamp
  ) {
    self.keyPackage = keyPackage
    self.deviceList = deviceList
    self.quantum = quantum
    self.stage = stage
    self.pairedAt = pairedAt
    mark = nil
    isDowngraded = false
    prekeyStock = PrekeyStock()
    prekeyIssuer = PrekeyIssuer()
    relay = keyPackage.relay
    accessKey = keyPackage.accessKey
    mailboxSeen = false
    proposal = nil
    namelessSince = nil
  }

  public var deviceID: DeviceID { keyPackage.deviceID }

  public init(from reader: inout WireReader) throws(WireError) {
    keyPackage = try reader.value()
    deviceList = try reader.value()
    quantum = try reader.value()
    let raw = try reader.u8()
    guard let stage = Stage(rawValue: raw) else { throw .unknownTag(raw) }
    self.stage = stage
    pairedAt = try reader.value()
    mark = try reader.optional()
    isDowngraded = try reader.bool()
    prekeyStock = try reader.value()
    prekeyIssuer = try reader.value()
    relay = try reader.optional()
    accessKey = try reader.value()
    mailboxSeen = try reader.bool()
    proposal = try reader.optional()
    namelessSince = try reader.optional()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(keyPackage)
    writer.value(deviceList)
    writer.value(quantum)
    writer.u8(stage.rawValue)
    writer.value(pairedAt)
    writer.optional(mark)
    writer.bool(isDowngraded)
    writer.value(prekeyStock)
    writer.value(prekeyIssuer)
    writer.optional(relay)
    writer.value(accessKey)
    writer.bool(mailboxSeen)
    writer.optional(proposal)
    writer.optional(namelessSince)
  }
}
