import SottoCore
import SottoRelayProtocol
import SottoStore

// Attachments lie at the own relay before the first copy of their message goes.
extension Sotto {
  /// Uploads what is not there yet. The recipients of one message share one upload.
  func upload(_ objects: [FileName], for message: MessageID) async -> UploadOutcome {
    let running = pump.uploads[message]
    let task = running ?? Task { await self.uploadAll(objects) }
    pump.uploads[message] = task
    let outcome = await task.value
    pump.uploads[message] = nil
    return outcome
  }

  private func uploadAll(_ objects: [FileName]) async -> UploadOutcome {
    for object in objects {
      let outcome = await upload(object)
      guard case .done = outcome else { return outcome }
    }
    return .done
  }

  private func upload(_ object: FileName) async -> UploadOutcome {
    guard let record = try? profile.read({ try $0.attachments.get(object) }) else { return .failed }
    switch record.state {
    case .uploaded, .complete: return .done
    case .failed, .incoming: return .failed
    case .outgoing: break
    }
    do throws(ObjectUpload.Failure) {
      // Where the message says that it lies, which is the relay that was the own one then.
      guard let settings = try? profile.settings(), let attachment = attachment(of: record),
        let location = attachment.location,
        let upload = try ObjectUpload(
          record, path: profile.store.objects.path(of: object), owner: profile.identity.mailboxKey,
          accessKey: settings.accessKey)
      else { return .failed }
      try await carryOut(upload, named: attachment.name, relay: RelayTarget(location.relay))
      try? mark(object, .uploaded)
      return .done
    } catch .later(let after) {
      return .later(after: after)
    } catch .noAnswer {
      return .noAnswer
    } catch {
      try? mark(object, .failed)
      return .failed
    }
  }

  private func carryOut(
    _ upload: ObjectUpload, named name: String, relay: RelayTarget
  ) async throws(ObjectUpload.Failure) {
    let connection: RelayConnection
    do throws(SottoError.RelayFailure) {
      connection = try await pool.connection(to: relay, for: .upload)
    } catch {
      throw .noAnswer
    }
    let size = upload.size
    try await upload.run(on: connection) { [listeners] done in
      listeners.send(.transfer(TransferProgress(name: name, done: done, total: size)))
    }
  }

  private func attachment(of record: AttachmentRecord) -> Attachment? {
    let attachments = (try? profile.read { try $0.message(record.message)?.record.attachments }) ?? []
    return attachments.indices.contains(Int(record.index)) ? attachments[Int(record.index)] : nil
  }

  /// Takes a message's uploads away from the relay.
  package func deleteUploads(of message: MessageID) async throws {
    let key = MessageKey(author: profile.identity.deviceID, id: message)
    guard let relay = try profile.settings().relay else { throw SottoError.noRelay }
    for record in try profile.read({ try $0.attachments.of(key) }) {
      guard let object = record.objectID, let deletionKey = record.deletionKey else { continue }
      let connection = try await pool.connection(to: RelayTarget(relay), for: .upload)
      let request = ObjectDeleteRequest(objectID: object, deletionKey: deletionKey)
      guard case .objectDeleted = try await connection.ask(.objectDelete(request)) else {
        throw SottoError.relay(.protocolViolation)
      }
    }
  }

  private func mark(_ object: FileName, _ state: AttachmentRecord.State) throws(SottoError) {
    try profile.write { transaction in
      guard var record = try transaction.attachments.get(object) else { return }
      record.state = state
      record.transferred = state == .uploaded ? record.size : record.transferred
      try transaction.attachments.put(object, record)
    }
  }
}
