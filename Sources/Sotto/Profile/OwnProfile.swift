import SottoCore

/// This device, as its owner sees it.
public struct OwnProfile: Sendable, Equatable {
  public let deviceID: DeviceID
  /// Two words derived from the signing key; a label that proves nothing.
  public let name: String
  /// Where the inbox lies; nil while only files are used.
  public let relay: String?
  public let path: String
  public let createdAt: Timestamp

  package init(deviceID: DeviceID, name: String, relay: String?, path: String, createdAt: Timestamp) {
    self.deviceID = deviceID
    self.name = name
    self.relay = relay
    self.path = path
    self.createdAt = createdAt
  }
}
