import SottoCore

/// The encrypted byte stream under a relay connection, its server's key already checked.
public protocol RelayChannel: Sendable {
  /// 32 bytes that only the two ends of this TLS connection share (RFC 8446 §7.5)
  var exporter: [UInt8] { get }
  /// SHA-256 of the server's key, 32 bytes
  var peerPin: [UInt8] { get }
  /// Waits while too much waits for the network already.
  func send(_ bytes: [UInt8]) async throws(SottoError.RelayFailure)
  /// The next bytes; nil where the other side has closed. One task calls it.
  func receive() async throws(SottoError.RelayFailure) -> [UInt8]?
  func close()
}
