import SottoCore
import SottoRelay
import Synchronization
import TestSupport

/// A relay in this process, on a folder of its own, with a clock that stands still until it is moved.
final class TestRelay: Sendable {
  let folder: ScratchFolder
  let server: RelayServer
  private let time: Time

  final class Time: Sendable {
    let now = Mutex(Timestamp(milliseconds: 1_800_000_000_000))
    let space = Mutex(UInt64(1) << 40)
    let storeErrors = Mutex(0)
  }

  /// A second one on the same folder and time takes over where the first stopped. `disk`: a folder on a file system
  /// whose real space counts.
  init(
    after other: TestRelay? = nil, disk: String? = nil, _ change: (inout RelayServerLimits) -> Void = { _ in }
  ) throws {
    folder = other?.folder ?? ScratchFolder()
    let time = other?.time ?? Time()
    self.time = time
    var limits = RelayServerLimits()
    limits.newMailboxesPerMinute = 10_000
    change(&limits)
    var configuration = RelayConfiguration(
      dataFolder: (disk ?? folder.path) + "/relay", listen: "127.0.0.1:\(other?.address.port ?? 0)", limits: limits,
      clock: { time.now.withLock { $0 } })
    configuration.storeFailed = { count in time.storeErrors.withLock { $0 = count } }
    if disk == nil { configuration.freeSpace = { _ in time.space.withLock { $0 } } }
    server = try RelayServer(configuration: configuration)
    try server.start()
  }

  var address: RelayAddress { server.address }

  func advance(_ span: TimeSpan) {
    time.now.withLock { $0 = $0.adding(span) }
  }

  var storeErrorCount: Int { time.storeErrors.withLock { $0 } }

  func setFreeSpace(_ bytes: UInt64) {
    time.space.withLock { $0 = bytes }
  }
}

extension TestRelay {
  /// Asks again until it holds, and leaves the processor to others between.
  func waitFor(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(2)) }
  }

  func waitForStatistics(_ condition: (RelayStatistics) -> Bool) async throws {
    let folder = folder.path + "/relay"
    try await waitFor { condition(try RelayStatistics(dataFolder: folder)) }
  }
}
