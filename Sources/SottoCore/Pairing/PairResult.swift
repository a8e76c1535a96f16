/// What a pairing gives one side of the other.
public struct PairResult: Equatable, Sendable {
  public let peer: KeyPackage
  public let deviceList: DeviceList
  /// nil for a classical pairing.
  public let quantum: QuantumKeyMaterial?
  public let safetyWords: SafetyWords

  /// Whether the contact must be told of changed keys: it was paired before, and not with these. Fresh ML-KEM material,
  /// another relay or access key is no key change.
  public func isKeyChange(from held: KeyPackage) -> Bool {
    held.signingKey != peer.signingKey || held.identityKey != peer.identityKey || held.listKey != peer.listKey
  }
}
