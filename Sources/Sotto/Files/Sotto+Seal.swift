import SottoCore
import SottoCrypto
import SottoStore

extension Sotto {
  /// Seals a message with files for contacts and groups into one file or text, for any channel. The file has its name
  /// only when all of it is there, and used prekeys and the message are durable before that. Nothing is sent and
  /// nothing is known of its arrival.
  public func seal(
    _ text: String, files: [String] = [], to destinations: [Destination], output: SealOutput,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(SottoError) -> SealedFile {
    guard !text.isEmpty || !files.isEmpty else { throw .emptyMessage }
    guard files.count <= Limits.attachments else { throw .tooManyAttachments(limit: Limits.attachments) }
    let audience = try view { try Audience(of: destinations, in: $0) }
    if case .file(let path) = output { try OutputFolder.check(forFile: path) }
    var inputs: [FileToSeal] = []
    for path in files { inputs.append(try FileToSeal(path, random: profile.random)) }
    if case .armoured = output {
      let size = inputs.reduce(UInt64(text.utf8.count)) { $0 + $1.input.size }
      guard size <= UInt64(Limits.armour) else { throw .tooLarge(limit: UInt64(Limits.armour)) }
    }
    let sink = try SealSink(
      output, headerSize: try headerSize(text, inputs, for: audience), random: profile.random)
    let attachments = try await FileToSeal.seal(inputs, into: sink, progress: progress)
    let sealed = try commit { change in
      try FileMessage(change: change, text: text, attachments: attachments).seal(for: audience)
    }
    let (path, armoured) = try sink.finish(header: sealed.header)
    return SealedFile(
      messageID: sealed.messageID, path: path, armoured: armoured, recipients: sealed.recipients)
  }

  /// Bytes of the header, which names the files' hashes and stands before them: the message is sealed with hashes of
  /// zeros, and that is undone. So a file is read once.
  private func headerSize(
    _ text: String, _ files: [FileToSeal], for audience: Audience
  ) throws(SottoError) -> Int {
    try queue.rehearse { change in
      let unknown = FileHash(unchecked: [UInt8](repeating: 0, count: SHA256.digestSize))
      let attachments = try files.map { try $0.attachment(unknown) }
      return try FileMessage(change: change, text: text, attachments: attachments).seal(for: audience).header.count
    }
  }
}
