import SottoCore
import SottoStore

extension Sotto {
  public var own: OwnProfile {
    get throws(SottoError) {
      OwnProfile(
        deviceID: profile.identity.deviceID, name: profile.identity.name.text,
        relay: try profile.settings().relay?.description, path: profile.store.path, createdAt: profile.createdAt)
    }
  }

  /// Sets the relay of the inbox. `relayInUse` where there is one already and somebody knows it: what they send there
  /// would wait for nobody.
  public func useRelay(_ relay: RelayAddress) async throws(SottoError) {
    var settings = try profile.settings()
    guard settings.relay != relay else { return }
    if settings.relay != nil, try isKnownToOthers { throw .relayInUse }
    settings.relay = relay
    try profile.write { try $0.settings.put(.profile, settings) }
    let isConnected = receiver != nil
    await receiver?.stop()
    receiver = nil
    if isConnected { try await startReceiver() }
  }

  /// Peers, and whoever answers an open invitation
  private var isKnownToOthers: Bool {
    get throws(SottoError) {
      guard pairings.windows.isEmpty else { return true }
      return try profile.read { reader in
        let (peers, isDamaged) = reader.peers.readable()
        return try isDamaged || peers.contains { $0.record.namelessSince == nil }
          || reader.pendingJoins.count() > 0 || reader.pairingWindows.count() > 0
      }
    }
  }
}
