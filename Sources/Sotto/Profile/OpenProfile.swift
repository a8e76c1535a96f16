import SottoCore
import SottoCrypto
import SottoStore

/// What every operation works on: the open store, the device's keys, and what comes from outside.
struct OpenProfile: Sendable {
  let store: ProfileStore
  let identity: DeviceIdentity
  let createdAt: Timestamp
  /// Long-term keys to each peer, derived once while the profile is open.
  let keys: PairwiseKeyCache
  let contacts = ContactIndex()
  let environment: SottoEnvironment

  var now: Timestamp { environment.clock.now() }
  var random: any RandomSource { environment.random }

  /// One snapshot.
  func read<Result>(_ body: (StoreReader) throws -> Result) throws(SottoError) -> Result {
    do {
      return try store.read(body)
    } catch {
      throw SottoError(error)
    }
  }

  /// One transaction, durable on return; what `body` throws undoes all of it.
  @discardableResult
  func write<Result>(_ body: (StoreTransaction) throws -> Result) throws(SottoError) -> Result {
    do {
      return try store.write(body)
    } catch {
      throw SottoError(error)
    }
  }
}

extension OpenProfile {
  /// Makes the profile's folder and, in one transaction, the device's identity.
  static func create(
    at path: String, relay: RelayAddress?, environment: SottoEnvironment
  ) throws(SottoError) -> OpenProfile {
    let store: ProfileStore
    do throws(StoreError) {
      store = try ProfileStore.create(in: path, random: environment.random)
    } catch .alreadyExists {
      throw .profileExists(path: path)
    } catch {
      throw SottoError(error)
    }
    return try begin(store, relay: relay, environment: environment)
  }

  static func open(_ path: String, environment: SottoEnvironment) throws(SottoError) -> OpenProfile {
    let store: ProfileStore
    do throws(StoreError) {
      store =
        if let faults = environment.storeFaults {
          try ProfileStore.open(path, random: environment.random, faults: faults)
        } else {
          try ProfileStore.open(path, random: environment.random)
        }
    } catch .notFound {
      throw .noProfile(path: path)
    } catch {
      throw SottoError(error)
    }
    let settings: (identity: DeviceIdentity?, profile: ProfileSettings?)
    do {
      settings = try store.read { (try $0.settings.get(.identity), try $0.settings.get(.profile)) }
    } catch {
      throw SottoError(error)
    }
    switch settings {
    case (let identity?, let profile?):
      return OpenProfile(
        store: store, identity: identity, createdAt: profile.createdAt, keys: PairwiseKeyCache(identity: identity),
        environment: environment)
    case (nil, nil):
      // Its creation ended between the folder and the identity: nothing was sealed or told yet.
      return try begin(store, relay: nil, environment: environment)
    default:
      throw .store(.keyMissing)
    }
  }

  private static func begin(
    _ store: ProfileStore, relay: RelayAddress?, environment: SottoEnvironment
  ) throws(SottoError) -> OpenProfile {
    let now = environment.clock.now()
    let identity = DeviceIdentity.generate(random: environment.random)
    let settings = ProfileSettings(
      createdAt: now, relay: relay, accessKey: AccessKey(unchecked: environment.random.bytes(AccessKey.size)))
    let profile = OpenProfile(
      store: store, identity: identity, createdAt: now, keys: PairwiseKeyCache(identity: identity),
      environment: environment)
    try profile.write { transaction in
      try transaction.settings.put(.identity, identity)
      try transaction.settings.put(.deviceList, try DeviceList.first(of: identity, now: now))
      try transaction.settings.put(.profile, settings)
    }
    return profile
  }

  /// Sealed files that no attachment names: what a crash left between writing or deleting one and its transaction.
  func removeStrayObjects() throws(SottoError) {
    do {
      let names = try store.objects.names()
      guard !names.isEmpty else { return }
      removeObjects(try store.read { reader in try names.filter { try !reader.attachments.contains($0) } })
    } catch {
      throw SottoError(error)
    }
  }

  /// What fails here, or is cut short by a crash, leaves sealed bytes without a key; the next opening removes them.
  func removeObjects(_ names: [FileName]) {
    for name in names { try? store.objects.remove(name) }
  }

  func settings() throws(SottoError) -> ProfileSettings {
    guard let settings = try read({ try $0.settings.get(.profile) }) else { throw .store(.damaged) }
    return settings
  }

  /// This device as it pairs.
  func pairingDevice() throws(SottoError) -> PairingDevice {
    let settings = try settings()
    guard let list = try read({ try $0.settings.get(.deviceList) }) else { throw .store(.damaged) }
    return PairingDevice(
      identity: identity, deviceList: list, relay: settings.relay, accessKey: settings.accessKey,
      kem: environment.kem, random: random)
  }

  func inbox() throws(SottoError) -> OwnMailbox {
    OwnMailbox(key: identity.mailbox, accessKey: try settings().accessKey)
  }
}
