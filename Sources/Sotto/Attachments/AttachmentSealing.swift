import SottoCore
import SottoCrypto
import SottoStore

/// Seals files into the profile's objects, chunk by chunk. Runs beside the actor: a large file takes its time.
struct AttachmentSealing {
  let profile: OpenProfile

  /// All of them, or none: what was written before a failure is removed.
  func seal(
    _ paths: [String], relay: RelayAddress, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(SottoError) -> [SealedAttachment] {
    var sealed: [SealedAttachment] = []
    do {
      for path in paths { sealed.append(try seal(InputFile(path: path), relay: relay, progress: progress)) }
    } catch {
      for file in sealed { try? profile.store.objects.remove(file.object) }
      throw error
    }
    return sealed
  }

  private func seal(
    _ file: InputFile, relay: RelayAddress, progress: ((TransferProgress) -> Void)?
  ) throws(SottoError) -> SealedAttachment {
    let key = SymmetricKey.random(profile.random)
    let object = FileName.random(profile.random)
    let name = file.name
    guard file.size <= Limits.object, let total = ChunkStream.sealedSize(for: file.size) else {
      throw .tooLarge(limit: Limits.object)
    }
    var stream = try SealingStream(file, key: key)
    var written: UInt64 = 0
    do throws(StoreError) {
      try profile.store.objects.create(object) { () throws(StoreError) in
        guard let chunk = stream.next() else { return nil }
        written += UInt64(chunk.count)
        progress?(TransferProgress(name: name, done: written, total: total))
        return chunk
      }
    } catch {
      throw SottoError(error)
    }
    guard let hash = stream.fileHash else {
      try? profile.store.objects.remove(object)
      throw stream.failure ?? .file(path: file.path, .unreadable)
    }
    do {
      let attachment = try Attachment(
        key: key,
        location: ObjectLocation(relay: relay, object: ObjectID(unchecked: profile.random.bytes(ObjectID.size))),
        size: file.size, sha256: hash, name: name, mediaType: MediaType.of(name))
      return SealedAttachment(
        object: object, attachment: attachment, sealedSize: total,
        deletionKey: DeletionKey(unchecked: profile.random.bytes(DeletionKey.size)))
    } catch {
      throw SottoError(error)
    }
  }
}
