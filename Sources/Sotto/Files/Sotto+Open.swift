import SottoCore
import SottoStore

extension Sotto {
  /// Opens a sealed file. The message is durable before anything is extracted; opened again, the file is known and its
  /// attachments are extracted again. They go into `directory` under safe names; without one they stay in the file.
  public func open(
    file path: String, extractTo directory: String? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(SottoError) -> OpenedFile {
    let input = try InputFile(path: path)
    return try open(
      size: input.size, extractTo: directory, progress: progress,
      reading: { (count, offset) throws(SottoError) in try input.read(count, at: offset) })
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
    return try open(
      size: UInt64(bytes.count), extractTo: directory, progress: nil,
      reading: { (count, offset) throws(SottoError) in
        let start = min(Int(clamping: offset), bytes.count)
        return Array(bytes[start..<min(start + count, bytes.count)])
      })
  }

  private func open(
    size: UInt64, extractTo directory: String?, progress: (@Sendable (TransferProgress) -> Void)?,
    reading read: (Int, UInt64) throws(SottoError) -> [UInt8]
  ) throws(SottoError) -> OpenedFile {
    let (file, headerSize) = try BundleFile.read(size: size, reading: read)
    guard case .opened(let opened) = try commit({ try FileOpening(change: $0).open(file.bundles) }) else {
      throw .notAuthentic
    }
    guard let record = opened.message else { throw .notFound(.message, "greeting") }
    var saved: [SavedFile] = []
    if let directory {
      var offset = UInt64(headerSize)
      for attachment in record.attachments where attachment.location == nil {
        let extraction = Extraction(attachment: attachment, random: profile.random)
        let total = Extraction.sealedSize(of: attachment)
        saved.append(
          try extraction.extract(from: read, at: offset, into: directory) { done in
            progress?(TransferProgress(name: attachment.name, done: done, total: total))
          })
        offset += total
      }
    }
    let summary = try view { try $0.summary(of: record, isNew: !opened.isRepeat) }
    return OpenedFile(message: summary, attachments: saved, isRepeat: opened.isRepeat)
  }
}

extension BundleFile {
  /// Reads the start of a file, in bounded steps.
  static func read(
    size: UInt64, reading read: (Int, UInt64) throws(SottoError) -> [UInt8]
  ) throws(SottoError) -> (file: BundleFile, headerSize: Int) {
    var wanted = 4_096
    while true {
      let start = try read(wanted, 0)
      do throws(BundleFile.Failure) {
        switch try parse(start) {
        case .complete(let file, let headerSize): return (file, headerSize)
        case .needsMore(let count):
          guard count > start.count, UInt64(count) <= size else { throw .truncated }
          wanted = max(count, min(wanted * 2, Int(clamping: size)))
        }
      } catch .unsupportedVersion {
        throw .newerVersion
      } catch {
        throw .malformed(.bundle)
      }
    }
  }
}
