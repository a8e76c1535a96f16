/// What is needed of a paired device to seal to it and to open what it sealed.
public struct PeerKeys: Sendable, Equatable {
  public let deviceID: DeviceID
  public let signingKey: SigningKey
  public let identityKey: IdentityKey
  /// Seals; nil for a classical peer.
  public let quantum: QuantumKeyMaterial?
  /// What may open something of the peer, in the order in which it is tried: while a pairing is repeated more than one.
  public let openingCandidates: [QuantumKeyMaterial]

  public init(signingKey: SigningKey, identityKey: IdentityKey, material: PeerKeyMaterial, now: Timestamp) {
    self.init(
      signingKey: signingKey, identityKey: identityKey, quantum: material.current,
      openingCandidates: material.openingCandidates(at: now))
  }

  /// A peer with one material or none.
  public init(signingKey: SigningKey, identityKey: IdentityKey, quantum: QuantumKeyMaterial?) {
    self.init(
      signingKey: signingKey, identityKey: identityKey, quantum: quantum,
      openingCandidates: quantum.map { [$0] } ?? [])
  }

  private init(
    signingKey: SigningKey, identityKey: IdentityKey, quantum: QuantumKeyMaterial?,
    openingCandidates: [QuantumKeyMaterial]
  ) {
    deviceID = DeviceID(of: signingKey)
    self.signingKey = signingKey
    self.identityKey = identityKey
    self.quantum = quantum
    self.openingCandidates = openingCandidates
  }
}
