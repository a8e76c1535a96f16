import Sotto
import SottoCore
import SottoRelay
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A relay on loopback and any number of profiles, in one scratch folder.
final class TestWorld: Sendable {
  let scratch: ScratchFolder
  let relayAddress: RelayAddress
  private let relay: Mutex<RelayServer?>
  private let limits: RelayServerLimits

  init(limits: RelayServerLimits = .init()) throws {
    scratch = ScratchFolder()
    self.limits = limits
    let server = try Self.start(scratch, listen: "127.0.0.1:0", limits: limits)
    relay = Mutex(server)
    relayAddress = server.address
  }

  deinit {
    stopRelay()
  }

  private static func start(
    _ scratch: ScratchFolder, listen: String, limits: RelayServerLimits
  ) throws -> RelayServer {
    var configuration = RelayConfiguration(dataFolder: scratch.path + "/relay", listen: listen)
    configuration.limits = limits
    let relay = try RelayServer(configuration: configuration)
    try relay.start()
    return relay
  }

  func stopRelay() {
    relay.withLock { relay in
      relay?.stop()
      relay = nil
    }
  }

  /// At the same address as before
  func startRelay() throws {
    let server = try Self.start(scratch, listen: "127.0.0.1:\(relayAddress.port)", limits: limits)
    relay.withLock { $0 = server }
  }

  /// Connections to the relay at this moment
  var connectionCount: Int { relay.withLock { $0?.connectionCount ?? 0 } }

  func path(_ name: String) -> String { scratch.path + "/" + name }

  func profile(
    _ name: String, relay address: RelayAddress? = nil, environment: SottoEnvironment = SottoEnvironment()
  ) throws -> Sotto {
    try Sotto.createProfile(at: path(name), relay: address ?? relayAddress, environment: environment)
  }

  func reopen(_ name: String, environment: SottoEnvironment = SottoEnvironment()) throws -> Sotto {
    try Sotto(profile: path(name), environment: environment)
  }

  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = path(name)
    let file = try #require(fopen(path, "wb"))
    defer { fclose(file) }
    try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    return path
  }
}

extension TestWorld {
  /// Alice has invited Bob.
  func pairedProfiles() async throws -> (alice: Sotto, bob: Sotto) {
    let alice = try profile("alice")
    let bob = try profile("bob")
    try await pair(alice, bob)
    return (alice, bob)
  }

  func folder(_ name: String) throws -> String {
    try #require(mkdir(path(name), 0o700) == 0)
    return path(name)
  }

  func read(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "rb"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
    }
  }

  /// As it is, with all that is in it
  func copyFolder(_ name: String, to copy: String) throws {
    let to = try folder(copy)
    for entry in try names(in: path(name)) {
      if let directory = opendir(path(name) + "/" + entry) {
        closedir(directory)
        try copyFolder(name + "/" + entry, to: copy + "/" + entry)
      } else {
        _ = try write(read(path(name) + "/" + entry), to: copy + "/" + entry)
        try #require(chmod(to + "/" + entry, 0o600) == 0)
      }
    }
  }

  func names(in path: String) throws -> [String] {
    let folder = try #require(opendir(path))
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

/// Pairs two profiles over the relay; both have seen the other's greeting when it returns.
@discardableResult
func pair(_ inviter: Sotto, _ joiner: Sotto) async throws -> (inviter: [PairingProgress], joiner: [PairingProgress]) {
  let window = try await inviter.openPairingWindow()
  let joining = try await joiner.acceptInvitation(window.invitation)
  async let inviterSteps = all(window.progress)
  async let joinerSteps = all(joining)
  return await (inviterSteps, joinerSteps)
}

func all<Element: Sendable>(_ stream: AsyncStream<Element>) async -> [Element] {
  var elements: [Element] = []
  for await element in stream { elements.append(element) }
  return elements
}

extension Sotto {
  func onlyContact() throws -> ContactSummary {
    let contacts = try contacts()
    try #require(contacts.count == 1)
    return contacts[0]
  }

  /// Looks again whenever something was committed.
  func waitUntil(_ condition: @escaping @Sendable () async throws -> Bool) async {
    _ = await waitForChange(timeout: .seconds(20)) { (try? await condition()) ?? false }
  }

  /// Receives until `count` messages are new, or the time is over.
  func waitForMessages(_ count: Int, timeout: TimeSpan = .seconds(20)) async throws -> [MessageSummary] {
    let events = events()
    try await connect()
    if try messages(onlyNew: true).count >= count { return try messages(onlyNew: true) }
    let watch = Task {
      for await event in events {
        if case .message = event, try self.messages(onlyNew: true).count >= count { return }
      }
    }
    let timer = Task {
      try await Task.sleep(for: .milliseconds(Int(timeout.milliseconds)))
      watch.cancel()
    }
    _ = await watch.result
    timer.cancel()
    return try messages(onlyNew: true)
  }
}
