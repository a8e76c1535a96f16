import SottoCrypto

/// Opens a chunk stream chunk by chunk, in the memory of one, and refuses it at the first chunk that is wrong.
///
/// What it hands out is authentic in its place; that the file is whole and the one that the message names is known
/// only when `finish` returns. Until then it must not get its name.
///
/// ```
/// var opener = try ChunkOpener(attachment)
/// while let count = opener.nextCount { file.write(try opener.open(try input.read(count))) }
/// try opener.finish()
/// ```
public struct ChunkOpener: ~Copyable {
  private let stream: ChunkStream
  private let context: AES.GCM.Context
  private let expected: FileHash
  private var hash: any FileHashing
  /// The chunk that comes next; `chunkCount` after the last.
  public private(set) var chunk: UInt64 = 0

  public init(_ attachment: Attachment, hash: any FileHashing = SHA256()) throws(ChunkStreamError) {
    try self.init(key: attachment.key, size: attachment.size, sha256: attachment.sha256, hash: hash)
  }

  /// Throws `outOfRange` above 1 TiB.
  public init(
    key: SymmetricKey, size: UInt64, sha256: FileHash, hash: any FileHashing = SHA256()
  ) throws(ChunkStreamError) {
    guard let stream = ChunkStream(size: size) else { throw .outOfRange }
    self.stream = stream
    context = AES.GCM.Context(key: key)
    expected = sha256
    self.hash = hash
  }

  /// Bytes of the next sealed chunk, 65,552 at most; nil after the last.
  public var nextCount: Int? {
    chunk < stream.chunkCount ? stream.sealedRange(ofChunk: chunk).count : nil
  }

  /// Opens the next chunk, of exactly `nextCount` bytes, and returns its part of the file; none where it is padding.
  /// After an error the opener stays at this chunk.
  public mutating func open(_ sealed: [UInt8]) throws(ChunkStreamError) -> [UInt8] {
    guard let count = nextCount, sealed.count <= count else { throw .extended }
    guard sealed.count == count else { throw .truncated }
    guard var plaintext = try? context.open(sealed, nonce: stream.nonce(ofChunk: chunk)) else {
      throw .authenticationFailure(chunk: chunk)
    }
    let fileCount = stream.fileRange(ofChunk: chunk).count
    guard plaintext[fileCount...].allSatisfy({ $0 == 0 }) else { throw .paddingNotZero(chunk: chunk) }
    plaintext.removeSubrange(fileCount...)
    accept(plaintext)
    return plaintext
  }

  /// Goes past the next chunk with its part of the file, opened before an interruption and read back. It is hashed, so
  /// that `finish` still speaks for the whole file. Throws `fileChanged` where it has another length.
  public mutating func resume(past file: [UInt8]) throws(ChunkStreamError) {
    guard nextCount != nil, file.count == stream.fileRange(ofChunk: chunk).count else { throw .fileChanged }
    accept(file)
  }

  private mutating func accept(_ file: [UInt8]) {
    hash.update(file)
    chunk += 1
  }

  /// Throws `truncated` before the last chunk, `hashMismatch` where the file is another one.
  public func finish() throws(ChunkStreamError) {
    guard nextCount == nil else { throw .truncated }
    guard FileHash(hash.finalize()) == expected else { throw .hashMismatch }
  }
}
