import SottoCrypto

/// SHA-256 over a file's chunks in their order. The hash costs a chunk stream more than its cipher does, so whoever has
/// threads may compute it beside the stream; this is where it puts its own.
public protocol FileHashing: Sendable {
  mutating func update(_ bytes: [UInt8])
  /// Of everything so far, 32 bytes. The value stays usable.
  func finalize() -> [UInt8]
}

extension SHA256: FileHashing {}
