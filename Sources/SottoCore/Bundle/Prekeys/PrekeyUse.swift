/// A prekey of this device that opened something.
public struct PrekeyUse: Hashable, Sendable {
  public let peer: DeviceID
  public let prekey: PrekeyID

  public init(peer: DeviceID, prekey: PrekeyID) {
    self.peer = peer
    self.prekey = prekey
  }
}
