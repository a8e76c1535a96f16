import SottoCore
import SottoCrypto

/// Opens an attachment's chunk stream out of a file into a new file. That gets its name only when every chunk is
/// authentic and the hash is the one that the sender gave; nothing is overwritten.
struct Extraction {
  let attachment: Attachment
  let random: any RandomSource

  /// Bytes of the stream
  static func sealedSize(of attachment: Attachment) -> UInt64 {
    ChunkStream.sealedSize(for: attachment.size) ?? 0
  }

  /// The stream starts at `start` of the source. `progress` gets the bytes of the stream that are done. Runs beside the
  /// actor that asks: a large file takes its time.
  func extract(
    from source: SealedSource, at start: UInt64 = 0, into directory: String,
    progress: @Sendable (UInt64) -> Void = { _ in }
  ) async throws(SottoError) -> SavedFile {
    let output = try OutputFile(in: directory, random: random)
    do {
      var opener = try ChunkOpener(attachment, hash: ParallelHash())
      var offset = start
      while let count = opener.nextCount {
        guard !Task.isCancelled else { throw SottoError.cancelled }
        let sealed = try source.read(count, at: offset)
        offset += UInt64(sealed.count)
        try output.write(try opener.open(sealed))
        progress(offset - start)
      }
      try opener.finish()
    } catch let error as SottoError {
      throw error
    } catch {
      throw .attachmentDamaged
    }
    let path = try output.commit(named: SafeFileName.make(from: attachment.name))
    return SavedFile(path: path, size: attachment.size, originalName: attachment.name)
  }
}
