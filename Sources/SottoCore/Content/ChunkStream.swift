/// How a file is cut and sealed: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár, 2015) over AES-256-GCM.
///
/// The file is padded with zeros to its Padmé size, cut into chunks of 64 KiB, and each chunk sealed with no
/// associated data under the nonce *counter* (11 bytes, big-endian, from 0) ‖ *last* (1 for the last chunk, else 0).
/// An empty file is one empty last chunk. So every chunk says where it belongs and whether it is the end, and any
/// chunk can be sealed or opened by itself.
public struct ChunkStream: Equatable, Sendable {
  static let tagSize: UInt64 = 16
  private static let chunk = UInt64(Limits.chunk)

  /// Bytes of the file, without padding.
  public let size: UInt64

  /// nil above 1 TiB
  public init?(size: UInt64) {
    guard size <= Limits.attachmentSize else { return nil }
    self.size = size
  }

  /// Bytes of the whole stream of a file of `size` bytes; nil above 1 TiB. What a relay sees of the size.
  public static func sealedSize(for size: UInt64) -> UInt64? {
    ChunkStream(size: size)?.sealedSize
  }

  public var paddedSize: UInt64 { UInt64(Padme.size(Int(size))) }
  public var chunkCount: UInt64 { max(1, (paddedSize + Self.chunk - 1) / Self.chunk) }
  public var sealedSize: UInt64 { paddedSize + chunkCount * Self.tagSize }

  /// Where the sealed chunk `index` lies in the stream. `index` is below `chunkCount`.
  public func sealedRange(ofChunk index: UInt64) -> Range<UInt64> {
    let start = index * (Self.chunk + Self.tagSize)
    return start..<start + paddedCount(ofChunk: index) + Self.tagSize
  }

  /// The part of the file in chunk `index`; empty where the chunk is padding only.
  public func fileRange(ofChunk index: UInt64) -> Range<UInt64> {
    min(index * Self.chunk, size)..<min((index + 1) * Self.chunk, size)
  }

  /// The chunk to go on with when the first `sealedBytes` of the stream are there; a broken chunk does not count.
  public func chunk(after sealedBytes: UInt64) -> UInt64 {
    sealedBytes >= sealedSize ? chunkCount : sealedBytes / (Self.chunk + Self.tagSize)
  }

  /// Plaintext bytes of chunk `index`, padding and all.
  func paddedCount(ofChunk index: UInt64) -> UInt64 {
    min(Self.chunk, paddedSize - index * Self.chunk)
  }

  func nonce(ofChunk index: UInt64) -> [UInt8] {
    let counter = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: index >> UInt64($0)) }
    return [0, 0, 0] + counter + [index == chunkCount - 1 ? 1 : 0]
  }
}
