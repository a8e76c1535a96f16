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

  /// Sets the relay of the inbox. Contacts learn of it when they pair again; what is at the old relay stays there.
  public func useRelay(_ relay: RelayAddress) async throws(SottoError) {
    var settings = try profile.settings()
    guard settings.relay != relay else { return }
    settings.relay = relay
    try profile.write { try $0.settings.put(.profile, settings) }
    let isConnected = receiver != nil
    await receiver?.stop()
    receiver = nil
    if isConnected { try await startReceiver() }
  }
}
