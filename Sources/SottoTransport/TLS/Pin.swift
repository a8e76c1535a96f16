import SottoCrypto

/// How a client knows the server.
public enum Pin: Equatable, Sendable {
  /// SHA-256 over its SubjectPublicKeyInfo, 32 bytes
  case full([UInt8])
  /// The first 16 bytes of that, as an invitation carries it. The full pin is learned from the handshake.
  case prefix([UInt8])
  /// The system's certificate store and the host's name decide.
  case systemStore

  static let fullSize = 32
  static let prefixSize = 16

  func accepts(_ peer: [UInt8]) -> Bool {
    switch self {
    case .full(let pin): pin.count == Self.fullSize && Memory.equal(pin, peer)
    case .prefix(let pin): pin.count == Self.prefixSize && Memory.equal(pin, [UInt8](peer.prefix(Self.prefixSize)))
    case .systemStore: true
    }
  }
}
