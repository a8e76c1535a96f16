import SottoCore
import SottoStore

extension Sotto {
  /// Opens a sealed file. The message is durable before anything is extracted; opened again, the file is known and its
  /// attachments are extracted again. They go into `directory` under safe names; without one they stay in the file.
  public func open(
    file path: String, extractTo directory: String? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(SottoError) -> OpenedFile {
    try await open(.file(InputFile(path: path)), extractTo: directory, progress: progress)
  }

  /// Opens armoured text.
  public func open(
    armoured text: String, extractTo directory: String? = nil
  ) async throws(SottoError) -> OpenedFile {
    let bytes: [UInt8]
    do throws(Armour.Failure) {
      bytes = try Armour.decode(text)
    } catch {
      throw .malformed(.bundle)
    }
    return try await open(.bytes(bytes), extractTo: directory, progress: nil)
  }

  private func open(
    _ source: SealedSource, extractTo directory: String?, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(SottoError) -> OpenedFile {
    let (file, headerSize) = try BundleFile.read(from: source)
    if let directory { try OutputFolder.check(directory) }
    guard case .opened(let opened) = try commit({ try FileOpening(change: $0).open(file.bundles) }) else {
      throw .notAuthentic
    }
    guard let record = opened.message else { throw .nothingInside }
    var saved: [SavedFile] = []
    if let directory {
      saved = try await extract(record, from: source, at: headerSize, into: directory, progress: progress)
    }
    let summary = try view { try $0.summary(of: record, isNew: !opened.isRepeat) }
    return OpenedFile(message: summary, attachments: saved, isRepeat: opened.isRepeat)
  }

  private func extract(
    _ message: MessageRecord, from source: SealedSource, at start: Int, into directory: String,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(SottoError) -> [SavedFile] {
    var saved: [SavedFile] = []
    var offset = UInt64(start)
    for attachment in message.attachments where attachment.location == nil {
      let extraction = Extraction(attachment: attachment, random: profile.random)
      let (name, total) = (attachment.name, Extraction.sealedSize(of: attachment))
      let file = try await extraction.extract(from: source, at: offset, into: directory) { done in
        progress?(TransferProgress(name: name, done: done, total: total))
      }
      saved.append(file)
      offset += total
    }
    return saved
  }
}

extension BundleFile {
  /// Reads the start of a file, in bounded steps.
  static func read(from source: SealedSource) throws(SottoError) -> (file: BundleFile, headerSize: Int) {
    var wanted = 4_096
    while true {
      let start = try source.read(wanted, at: 0)
      do throws(BundleFile.Failure) {
        switch try parse(start) {
        case .complete(let file, let headerSize): return (file, headerSize)
        case .needsMore(let count):
          guard count > start.count, UInt64(count) <= source.size else { throw .truncated }
          wanted = max(count, min(wanted * 2, Int(clamping: source.size)))
        }
      } catch .unsupportedVersion {
        throw .newerVersion
      } catch {
        throw .malformed(.bundle)
      }
    }
  }
}
