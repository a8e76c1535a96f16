import SottoCore
import SottoCrypto

/// A file that is sealed behind a bundle.
struct FileToSeal: Sendable {
  let input: InputFile
  private let key: SymmetricKey

  init(_ path: String, random: any RandomSource) throws(SottoError) {
    input = try InputFile(path: path)
    key = SymmetricKey.random(random)
  }

  /// What the message says of it.
  func attachment(_ hash: FileHash) throws(SottoError) -> Attachment {
    do throws(ContentError) {
      return try Attachment(
        key: key, location: nil, size: input.size, sha256: hash, name: input.name,
        mediaType: MediaType.of(input.name))
    } catch {
      throw SottoError(error)
    }
  }

  /// Writes every file's stream. Runs beside the actor: large files take their time.
  static func seal(
    _ files: [FileToSeal], into sink: SealSink, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(SottoError) -> [Attachment] {
    var attachments: [Attachment] = []
    for file in files { attachments.append(try file.attachment(file.seal(into: sink, progress: progress))) }
    return attachments
  }

  private func seal(
    into sink: SealSink, progress: ((TransferProgress) -> Void)?
  ) throws(SottoError) -> FileHash {
    var stream = try SealingStream(input, key: key)
    var done: UInt64 = 0
    let (name, total) = (input.name, ChunkStream.sealedSize(for: input.size) ?? 0)
    while let chunk = stream.next() {
      try sink.write(chunk)
      done += UInt64(chunk.count)
      progress?(TransferProgress(name: name, done: done, total: total))
    }
    guard let hash = stream.fileHash else { throw stream.failure ?? .file(path: input.path, .unreadable) }
    return hash
  }
}
