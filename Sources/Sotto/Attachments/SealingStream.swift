import SottoCore
import SottoCrypto

/// A file's chunk stream, made chunk by chunk. Where it ends early `failure` says why.
struct SealingStream: ~Copyable {
  private let file: InputFile
  private var sealer: ChunkSealer
  private var offset: UInt64 = 0
  private(set) var failure: SottoError?

  /// `key` is random and made for this file.
  init(_ file: InputFile, key: SymmetricKey) throws(SottoError) {
    self.file = file
    do throws(ChunkStreamError) {
      sealer = try ChunkSealer(key: key, size: file.size, hash: ParallelHash())
    } catch {
      throw .tooLarge(limit: Limits.object)
    }
  }

  /// The next sealed chunk; nil at the end, and after a failure.
  mutating func next() -> [UInt8]? {
    guard failure == nil, let count = sealer.nextCount else { return nil }
    guard !Task.isCancelled else {
      failure = .cancelled
      return nil
    }
    do {
      let plaintext = try file.read(count, at: offset)
      offset += UInt64(plaintext.count)
      return try sealer.seal(plaintext)
    } catch let error as SottoError {
      failure = error
    } catch {
      // The file became shorter while it was read.
      failure = .file(path: file.path, .changed)
    }
    return nil
  }

  /// Of the whole file, once all of it was sealed
  var fileHash: FileHash? { failure == nil ? sealer.fileHash() : nil }
}
