import SottoCore
import SottoStore

extension Sotto {
  /// Writes a message's attachments, or the one at `index`, into `directory` under safe names, fetching what is not
  /// here yet. An interrupted download goes on where it was. Nothing is overwritten.
  public func saveAttachments(
    ofMessage prefix: String, index: Int? = nil, to directory: String,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(SottoError) -> [SavedFile] {
    let message = try messageRecord(id: prefix)
    let attachments = message.attachments
    let wanted = index.map { [$0] } ?? Array(attachments.indices)
    guard !wanted.isEmpty else { throw .notFound(.attachment, prefix) }
    try OutputFolder.check(directory)
    var saved: [SavedFile] = []
    for index in wanted {
      guard attachments.indices.contains(index) else { throw .notFound(.attachment, "\(index)") }
      saved.append(
        try await save(attachments[index], index: index, of: message.key, to: directory, progress: progress))
    }
    return saved
  }

  private func save(
    _ attachment: Attachment, index: Int, of message: MessageKey, to directory: String,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(SottoError) -> SavedFile {
    let object = try await fetch(attachment, index: index, of: message, progress: progress)
    let input = try InputFile(path: profile.store.objects.path(of: object))
    do throws(SottoError) {
      return try await Extraction(attachment: attachment, random: profile.random).extract(
        from: .file(input), into: directory)
    } catch .attachmentDamaged {
      // What came from the relay is of no use; a later attempt fetches it anew. Own files stay for their upload.
      if message.author != profile.identity.deviceID { try discard(object) }
      throw .attachmentDamaged
    }
  }

  /// The sealed object, here and complete.
  private func fetch(
    _ attachment: Attachment, index: Int, of message: MessageKey,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(SottoError) -> FileName {
    let records = try profile.read { try $0.attachments.of(message) }
    let known = records.first { Int($0.index) == index }
    if let known, [.outgoing, .uploaded, .complete].contains(known.state) { return known.object }
    guard let location = attachment.location else { throw .attachmentInFile }
    let size = Extraction.sealedSize(of: attachment)
    var record = known ?? AttachmentRecord(
      object: FileName.random(profile.random), message: message, index: UInt8(clamping: index), state: .incoming,
      size: size, objectID: location.object, deletionKey: nil)
    record.state = .incoming
    try profile.write { try $0.attachments.put(record.object, record) }

    let download = ObjectDownload(
      object: location.object, size: size, path: profile.store.objects.path(of: record.object))
    do throws(ObjectDownload.Failure) {
      try await download.run(from: RelayTarget(location.relay), pool: pool, environment: profile.environment) { done in
        progress?(TransferProgress(name: attachment.name, done: done, total: size))
      }
    } catch {
      throw try ended(record, error)
    }
    record.state = .complete
    record.transferred = size
    try profile.write { try $0.attachments.put(record.object, record) }
    return record.object
  }

  private func ended(_ record: AttachmentRecord, _ failure: ObjectDownload.Failure) throws(SottoError) -> SottoError {
    switch failure {
    case .relay(let failure): return .relay(failure)
    case .file(let error): return error
    case .damaged:
      try discard(record.object)
      return .attachmentDamaged
    case .missing:
      var record = record
      record.state = .failed
      try profile.write { try $0.attachments.put(record.object, record) }
      try? profile.store.objects.remove(record.object)
      return .attachmentMissing
    }
  }

  private func discard(_ object: FileName) throws(SottoError) {
    try profile.write { try $0.attachments.delete(object) }
    try? profile.store.objects.remove(object)
  }
}
