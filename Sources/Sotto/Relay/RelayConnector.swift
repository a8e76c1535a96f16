import SottoCore

/// Makes channels. Tests put one in between that loses, delays or breaks.
public protocol RelayConnector: Sendable {
  func connect(to relay: RelayTarget, timeout: TimeSpan) async throws(SottoError.RelayFailure) -> any RelayChannel
}
