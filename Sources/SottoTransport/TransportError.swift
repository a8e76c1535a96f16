/// Why a connection was not made, or ended.
public enum TransportError: Error, Equatable, Sendable {
  /// A listen address that is not `HOST:PORT`.
  case badAddress
  /// The host's name has no address.
  case unknownHost
  /// Nobody listens there, or the network does not lead there; the system's error number.
  case unreachable(Int32)
  case timedOut
  /// The peer does not speak TLS 1.3 with what we ask for.
  case handshakeFailed
  /// The peer speaks TLS, but not our protocol.
  case wrongProtocol
  /// The peer's key is not the one that was pinned.
  case wrongPin
  /// The system's certificate store, or the host name, says no.
  case untrustedCertificate
  /// The connection broke without being closed.
  case connectionLost
  /// This end closed it.
  case closed
  case cancelled
  /// A key or certificate file that cannot be read, written or used.
  case badHostKey
  /// A system call or a library failed; the system's error number where there is one.
  case system(Int32)
}
