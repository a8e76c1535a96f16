import SottoCore

/// One recipient device of a message.
public struct RecipientDelivery: Sendable, Equatable {
  public let device: DeviceID
  public let name: String
  public let state: DeliveryState
  /// Sealed without a prekey: later loss of both long-term keys would open it.
  public let longTermPath: Bool
  /// Sealed with post-quantum key material.
  public let isHybrid: Bool

  package init(device: DeviceID, name: String, state: DeliveryState, longTermPath: Bool, isHybrid: Bool) {
    self.device = device
    self.name = name
    self.state = state
    self.longTermPath = longTermPath
    self.isHybrid = isHybrid
  }
}
