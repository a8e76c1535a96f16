/// How the key between two devices is reached: with a one-time prekey or without, with ML-KEM secrets or without.
/// The raw value is the mode byte on the wire.
public enum KeyPathMode: UInt8, CaseIterable, Hashable, Sendable {
  case forwardSecret = 1
  case forwardSecretNoPQ = 2
  case longTermFallback = 3
  case longTermNoPQ = 4

  public init(usesPrekey: Bool, isHybrid: Bool) {
    self =
      switch (usesPrekey, isHybrid) {
      case (true, true): .forwardSecret
      case (true, false): .forwardSecretNoPQ
      case (false, true): .longTermFallback
      case (false, false): .longTermNoPQ
      }
  }

  /// Whether the key dies with a prekey.
  public var usesPrekey: Bool { self == .forwardSecret || self == .forwardSecretNoPQ }

  /// Whether both ML-KEM secrets of the pair go into the key.
  public var isHybrid: Bool { self == .forwardSecret || self == .longTermFallback }
}
