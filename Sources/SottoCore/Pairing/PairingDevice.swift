import SottoCrypto

/// The device that pairs, as it is now.
public struct PairingDevice: Sendable {
  public let identity: DeviceIdentity
  /// Its account's list, which names it.
  public let deviceList: DeviceList
  /// Where its inbox is; nil while only files work.
  public let relay: RelayAddress?
  /// Its inbox's access key.
  public let accessKey: AccessKey
  /// nil pairs classically.
  public let kem: (any KEMProvider)?
  public let random: any RandomSource

  public init(
    identity: DeviceIdentity, deviceList: DeviceList, relay: RelayAddress?, accessKey: AccessKey,
    kem: (any KEMProvider)? = SoftwareKEM(), random: any RandomSource = SystemRandom()
  ) {
    self.identity = identity
    self.deviceList = deviceList
    self.relay = relay
    self.accessKey = accessKey
    self.kem = kem
    self.random = random
  }

  /// A package for one pairing, with a fresh encapsulation key where there is a provider.
  package func makePackage(at now: Timestamp) throws(PairingError) -> (package: KeyPackage, kem: EphemeralKEM?) {
    var ephemeral: EphemeralKEM?
    if let kem {
      do { ephemeral = try kem.makeEphemeral(random: random) } catch { throw .kem(error) }
    }
    do {
      let package = try KeyPackage.make(
        identity: identity, relay: relay, accessKey: accessKey, encapsulationKey: ephemeral?.encapsulationKey,
        now: now)
      return (package, ephemeral)
    } catch {
      throw .invalidPackage(error)
    }
  }
}
