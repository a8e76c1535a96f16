import SottoCrypto

/// Seals a file chunk by chunk, in the memory of one.
///
/// ```
/// var sealer = try ChunkSealer(key: key, size: size)
/// while let count = sealer.nextCount { output.write(try sealer.seal(try file.read(count))) }
/// ```
///
/// The same file, key and chunk give the same bytes, so sealing can go on at any chunk after an interruption. A file
/// that has changed meanwhile needs a new key: one nonce would seal two plaintexts.
public struct ChunkSealer: ~Copyable {
  private let stream: ChunkStream
  private let context: AES.GCM.Context
  private let isFromStart: Bool
  private var hash: any FileHashing
  private var chunk: UInt64

  /// `key` is random and made for this file. Throws `outOfRange`.
  public init(
    key: SymmetricKey, size: UInt64, startingAt chunk: UInt64 = 0, hash: any FileHashing = SHA256()
  ) throws(ChunkStreamError) {
    guard let stream = ChunkStream(size: size), chunk <= stream.chunkCount else { throw .outOfRange }
    self.stream = stream
    self.chunk = chunk
    self.hash = hash
    context = AES.GCM.Context(key: key)
    isFromStart = chunk == 0
  }

  /// How many bytes of the file the next chunk takes, 65,536 at most, 0 where it is padding; nil after the last.
  public var nextCount: Int? {
    chunk < stream.chunkCount ? stream.fileRange(ofChunk: chunk).count : nil
  }

  /// Seals the next chunk, of exactly `nextCount` bytes of the file; `fileChanged` for any other number.
  public mutating func seal(_ file: [UInt8]) throws(ChunkStreamError) -> [UInt8] {
    guard file.count == nextCount else { throw .fileChanged }
    hash.update(file)
    let padding = Int(stream.paddedCount(ofChunk: chunk)) - file.count
    let plaintext = padding == 0 ? file : file + [UInt8](repeating: 0, count: padding)
    guard let sealed = try? context.seal(plaintext, nonce: stream.nonce(ofChunk: chunk)) else {
      throw .sealingFailed
    }
    chunk += 1
    return sealed
  }

  /// SHA-256 of the file; nil before the last chunk, and where sealing did not start at the first.
  public func fileHash() -> FileHash? {
    isFromStart && chunk == stream.chunkCount ? FileHash(hash.finalize()) : nil
  }
}
