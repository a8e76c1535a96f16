import SottoCore
import SottoRelayProtocol
import SottoStore

// Attachments lie at the own relay before the first copy of their message goes.
extension Sotto {
  /// Messages whose attachments are uploaded at the same time
  private static let parallelUploads = 4

  /// Uploads what may go now. It takes none of the pushes' places: a large file holds up no text to somebody else.
  func startUploads() {
    let now = profile.now
    let due = queue.uploads.due(queue.scheduler)
    let messages = Set(due.map(\.message))
    pump.uploads = pump.uploads.filter { $0.value.task != nil || messages.contains($0.key) }
    var free = Self.parallelUploads - pump.uploads.values.count { $0.task != nil }
    for (message, files) in due where free > 0 && !pump.failedUploads.contains(message) {
      var upload = pump.uploads[message] ?? .init()
      guard upload.task == nil, upload.dueTime <= now else { continue }
      upload.attempts += 1
      upload.task = Task { self.finish(message, await self.uploadAll(files)) }
      pump.uploads[message] = upload
      free -= 1
    }
  }

  /// What the own relay said of the attachments; the recipients' relays have not been asked anything yet.
  private func finish(_ message: MessageID, _ outcome: UploadOutcome) {
    guard pump.isRunning, var upload = pump.uploads.removeValue(forKey: message) else { return }
    upload.task = nil
    let now = profile.now
    upload.nextAttempt = now.adding(RetrySchedule.delay(after: upload.attempts, random: profile.random))
    switch outcome {
    case .done:
      queue.uploads.remove(message)
    case .failed:
      pump.failedUploads.insert(message)
    case .later(let after):
      upload.heldUntil = now.adding(min(after ?? TimeSpan(milliseconds: 0), Limits.relayHold))
      pump.uploads[message] = upload
    case .noAnswer:
      pump.uploads[message] = upload
    }
    changes.send(())
    wakePump()
  }

  /// The own relay answers again.
  func retryUploads() {
    guard !pump.uploads.isEmpty else { return }
    let now = profile.now
    for message in Array(pump.uploads.keys) { pump.uploads[message]?.nextAttempt = now }
    wakePump()
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
