import Sotto
import SottoCore
import SottoRelay
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A relay on loopback and any number of profiles, in one scratch folder.
final class TestWorld: Sendable {
  let scratch: ScratchFolder
  let relay: RelayServer

  init() throws {
    scratch = ScratchFolder()
    relay = try RelayServer(configuration: .init(dataFolder: scratch.path + "/relay", listen: "127.0.0.1:0"))
    try relay.start()
  }

  deinit {
    relay.stop()
  }

  func path(_ name: String) -> String { scratch.path + "/" + name }

  func profile(
    _ name: String, relay address: RelayAddress? = nil, environment: SottoEnvironment = SottoEnvironment()
  ) throws -> Sotto {
    try Sotto.createProfile(at: path(name), relay: address ?? relay.address, environment: environment)
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
