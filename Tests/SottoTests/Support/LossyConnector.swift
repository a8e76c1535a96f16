import Sotto
import SottoCore
import SottoRelayProtocol
import Synchronization

/// A network that loses what a test tells it to lose.
final class LossyConnector: RelayConnector {
  private struct State {
    var losses: [UInt8: Int] = [:]
    var lostRequests: [UInt8: Int] = [:]
    var refusesConnections = false
    var connections = 0
    var sent: [UInt8: Int] = [:]
    var holdsAnswers = false
    var held: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// The next `count` answers to requests of this type do not come: the relay has done what it was asked, and the
  /// connection breaks.
  func loseAnswers(to type: FrameType, count: Int) {
    state.withLock { $0.losses[type.rawValue] = count }
  }

  /// The next `count` requests of this type do not reach the relay: the connection breaks before them.
  func loseRequests(of type: FrameType, count: Int) {
    state.withLock { $0.lostRequests[type.rawValue] = count }
  }

  var refusesConnections: Bool {
    get { state.withLock { $0.refusesConnections } }
    set { state.withLock { $0.refusesConnections = newValue } }
  }

  var connections: Int { state.withLock { $0.connections } }

  /// Requests of this type so far
  func count(of type: FrameType) -> Int { state.withLock { $0.sent[type.rawValue, default: 0] } }

  /// What relays answer waits until this is false again.
  var holdsAnswers: Bool {
    get { state.withLock { $0.holdsAnswers } }
    set {
      let released = state.withLock { state in
        state.holdsAnswers = newValue
        defer { if !newValue { state.held = [] } }
        return newValue ? [] : state.held
      }
      for continuation in released { continuation.resume() }
    }
  }

  fileprivate func waitWhileHeld() async {
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        if state.holdsAnswers { state.held.append(continuation) }
        return state.holdsAnswers
      }
      if !isHeld { continuation.resume() }
    }
  }

  fileprivate func note(_ frame: [UInt8]) {
    guard let type = frame.first else { return }
    state.withLock { $0.sent[type, default: 0] += 1 }
  }

  fileprivate func losesAnswer(to frame: [UInt8]) -> Bool {
    state.withLock { Self.count(frame, &$0.losses) }
  }

  fileprivate func losesRequest(_ frame: [UInt8]) -> Bool {
    state.withLock { Self.count(frame, &$0.lostRequests) }
  }

  private static func count(_ frame: [UInt8], _ losses: inout [UInt8: Int]) -> Bool {
    guard let type = frame.first, let left = losses[type], left > 0 else { return false }
    losses[type] = left - 1
    return true
  }

  func connect(to relay: RelayTarget, timeout: TimeSpan) async throws(SottoError.RelayFailure) -> any RelayChannel {
    let refuses = state.withLock { state in
      state.connections += 1
      return state.refusesConnections
    }
    guard !refuses else { throw .unreachable }
    return LossyChannel(channel: try await TLSConnector().connect(to: relay, timeout: timeout), network: self)
  }
}

private final class LossyChannel: RelayChannel {
  private let channel: any RelayChannel
  private let network: LossyConnector
  private let isBroken = Mutex(false)

  init(channel: any RelayChannel, network: LossyConnector) {
    self.channel = channel
    self.network = network
  }

  var exporter: [UInt8] { channel.exporter }
  var peerPin: [UInt8] { channel.peerPin }

  func send(_ bytes: [UInt8]) async throws(SottoError.RelayFailure) {
    network.note(bytes)
    if network.losesRequest(bytes) {
      isBroken.withLock { $0 = true }
      channel.close()
      throw .unreachable
    }
    if network.losesAnswer(to: bytes) { isBroken.withLock { $0 = true } }
    try await channel.send(bytes)
  }

  func receive() async throws(SottoError.RelayFailure) -> [UInt8]? {
    let bytes = try await channel.receive()
    await network.waitWhileHeld()
    // The answer has come, so the relay has done it; nobody hears of it.
    guard !isBroken.withLock({ $0 }) else { throw .unreachable }
    return bytes
  }

  func close() {
    channel.close()
  }
}
