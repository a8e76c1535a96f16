/// What a pairing gives one side of the other.
public struct PairResult: Equatable, Sendable {
  public let peer: KeyPackage
  public let deviceList: DeviceList
  /// nil for a classical pairing.
  public let quantum: QuantumKeyMaterial?
  public let safetyWords: SafetyWords
}
