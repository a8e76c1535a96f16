import SottoCore
import SottoCrypto
import SottoStore

extension Sotto {
  /// Seals a message with files for contacts and groups into one file or text, for any channel. Used prekeys and the
  /// message are durable before the first byte is written. Nothing is sent and nothing is known of its arrival.
  public func seal(
    _ text: String, files: [String] = [], to destinations: [Destination], output: SealOutput,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(SottoError) -> SealedFile {
    guard !text.isEmpty || !files.isEmpty else { throw .emptyMessage }
    guard files.count <= Limits.attachments else { throw .tooManyAttachments(limit: Limits.attachments) }
    let audience = try view { try Audience(of: destinations, in: $0) }
    if case .file(let path) = output { try OutputFile.checkFree(path) }
    let inputs = try await FileToSeal.prepare(files, random: profile.random)
    if case .armoured = output {
      let size = inputs.reduce(UInt64(text.utf8.count)) { $0 + $1.input.size }
      guard size <= UInt64(Limits.armour) else { throw .tooLarge(limit: UInt64(Limits.armour)) }
    }
    let sealed = try commit { change in
      try FileMessage(change: change, text: text, files: inputs).seal(for: audience)
    }
    let (path, armoured) = try await FileToSeal.write(
      sealed.header, inputs, to: output, random: profile.random, progress: progress)
    return SealedFile(
      messageID: sealed.messageID, path: path, armoured: armoured, recipients: sealed.recipients)
  }
}

/// A file that is sealed behind a bundle. It is read twice: its hash stands in the bundle.
struct FileToSeal: Sendable {
  let input: InputFile
  let attachment: Attachment
  private let key: SymmetricKey

  init(_ path: String, random: any RandomSource) throws(SottoError) {
    input = try InputFile(path: path)
    key = SymmetricKey.random(random)
    var hash = SHA256()
    var offset: UInt64 = 0
    while offset < input.size {
      guard !Task.isCancelled else { throw .cancelled }
      let bytes = try input.read(1 << 20, at: offset)
      guard !bytes.isEmpty else { throw .file(path: path, .changed) }
      hash.update(bytes)
      offset += UInt64(bytes.count)
    }
    do throws(ContentError) {
      attachment = try Attachment(
        key: key, location: nil, size: input.size, sha256: FileHash(unchecked: hash.finalize()), name: input.name,
        mediaType: MediaType.of(input.name))
    } catch {
      throw SottoError(error)
    }
  }

  // Both run beside the actor: large files take their time.

  static func prepare(_ paths: [String], random: any RandomSource) async throws(SottoError) -> [FileToSeal] {
    var files: [FileToSeal] = []
    for path in paths { files.append(try FileToSeal(path, random: random)) }
    return files
  }

  /// Writes the header and, behind it, every file's stream. The result gets its name when all of it is there.
  static func write(
    _ header: [UInt8], _ files: [FileToSeal], to output: SealOutput, random: any RandomSource,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(SottoError) -> (path: String?, armoured: String?) {
    let sink = try SealSink(output, random: random)
    try sink.write(header)
    for file in files { try file.seal(into: sink, progress: progress) }
    return try sink.finish()
  }

  private func seal(into sink: SealSink, progress: ((TransferProgress) -> Void)?) throws(SottoError) {
    var stream = try SealingStream(input, key: key)
    var done: UInt64 = 0
    let total = Extraction.sealedSize(of: attachment)
    while let chunk = stream.next() {
      try sink.write(chunk)
      done += UInt64(chunk.count)
      progress?(TransferProgress(name: attachment.name, done: done, total: total))
    }
    if let failure = stream.failure { throw failure }
    guard stream.fileHash == attachment.sha256 else { throw .file(path: input.path, .changed) }
  }
}
