import SottoCore

/// Connections for pushing and for objects, one per relay and purpose. They are apart from the receiving one and open
/// no mailbox, so that a relay cannot tell who pushes, and stay no longer than they are used.
actor RelayPool {
  typealias Failure = SottoError.RelayFailure

  /// What a connection is for. A relay must not see from one connection whose mailbox an upload counts for and whom its
  /// owner writes to.
  enum Purpose: Hashable, Sendable {
    case push, upload, download
  }

  private struct Name: Hashable {
    let relay: RelayTarget
    let purpose: Purpose
  }

  private enum Slot {
    case opening(Task<Result<RelayConnection, Failure>, Never>)
    case open(RelayConnection)
  }

  private let environment: SottoEnvironment
  private var slots: [Name: Slot] = [:]
  private var isClosed = false

  init(environment: SottoEnvironment) {
    self.environment = environment
  }

  /// The connection that stands, or a new one; several callers at once share one attempt.
  func connection(to relay: RelayTarget, for purpose: Purpose) async throws(Failure) -> RelayConnection {
    guard !isClosed else { throw .cancelled }
    let name = Name(relay: relay, purpose: purpose)
    switch slots[name] {
    case .open(let connection) where connection.claim(): return connection
    case .opening(let attempt): return try await attempt.value.get()
    case .open, nil: break
    }
    let attempt = Task { [environment] in
      do throws(Failure) {
        return Result<RelayConnection, Failure>.success(
          try await RelayConnection.open(to: relay, for: .untilIdle, environment: environment))
      } catch {
        return .failure(error)
      }
    }
    slots[name] = .opening(attempt)
    let result = await attempt.value
    if isClosed {
      if case .success(let connection) = result { connection.close() }
      throw .cancelled
    }
    slots[name] = if case .success(let connection) = result { .open(connection) } else { nil }
    return try result.get()
  }

  func closeAll() {
    isClosed = true
    dropAll()
  }

  func dropAll() {
    for slot in slots.values {
      switch slot {
      case .open(let connection): connection.close()
      case .opening(let attempt): attempt.cancel()
      }
    }
    slots = [:]
  }
}
