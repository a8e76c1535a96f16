import SottoCore
import SottoWire

/// A record of which a profile has one, by its name.
public struct Setting<Record: WireCodable>: Sendable {
  let name: String

  init(_ name: String) { self.name = name }
}

extension Setting where Record == DeviceIdentity {
  /// The private keys of this device
  public static var identity: Setting { Setting("identity") }
}

extension Setting where Record == DeviceList {
  /// The account's devices, as this device hands it out
  public static var deviceList: Setting { Setting("device list") }
}

extension Setting where Record == ProfileSettings {
  public static var profile: Setting { Setting("profile") }
}

extension Setting where Record == ReplayWindow {
  public static var replayWindow: Setting { Setting("replay window") }
}

extension Setting where Record == HeldEnvelopes {
  public static var heldEnvelopes: Setting { Setting("held envelopes") }
}
