import SottoCore

/// A contact as a list shows it.
public struct ContactSummary: Sendable, Equatable {
  public let id: ContactID
  /// The nickname where one was given, else the device's two words.
  public let name: String
  /// The two words derived from the first device's signing key.
  public let deviceName: String
  public let trust: ContactTrust
  public let isHybrid: Bool
  /// Messages not marked read yet.
  public let unread: Int

  package init(
    id: ContactID, name: String, deviceName: String, trust: ContactTrust, isHybrid: Bool, unread: Int
  ) {
    self.id = id
    self.name = name
    self.deviceName = deviceName
    self.trust = trust
    self.isHybrid = isHybrid
    self.unread = unread
  }
}
