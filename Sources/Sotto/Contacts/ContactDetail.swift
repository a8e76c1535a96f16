import SottoCore

/// All that `contact show` tells.
public struct ContactDetail: Sendable, Equatable {
  public let summary: ContactSummary
  /// Three names to compare with the other person's; nil where the pairing is from before they were kept.
  public let safetyWords: String?
  public let createdAt: Timestamp
  public let devices: [Device]

  public struct Device: Sendable, Equatable {
    public let id: DeviceID
    public let name: String
    public let relay: String?
    /// Post-quantum key material exists for this device.
    public let isHybrid: Bool
    /// The proven bundle version, such as "1.9.1"; nil until a bundle of this device has been opened.
    public let provenVersion: String?
    /// Their unused prekeys here; at 0 the next message takes the long-term path.
    public let prekeysForSending: Int
    /// Our unused prekeys that they may still hold.
    public let prekeysHandedOut: Int
    /// A hybrid peer has used a classical path.
    public let downgraded: Bool

    package init(
      id: DeviceID, name: String, relay: String?, isHybrid: Bool, provenVersion: String?, prekeysForSending: Int,
      prekeysHandedOut: Int, downgraded: Bool
    ) {
      self.id = id
      self.name = name
      self.relay = relay
      self.isHybrid = isHybrid
      self.provenVersion = provenVersion
      self.prekeysForSending = prekeysForSending
      self.prekeysHandedOut = prekeysHandedOut
      self.downgraded = downgraded
    }
  }

  package init(summary: ContactSummary, safetyWords: String?, createdAt: Timestamp, devices: [Device]) {
    self.summary = summary
    self.safetyWords = safetyWords
    self.createdAt = createdAt
    self.devices = devices
  }
}
