import SottoCore
import SottoStore

/// How far a message is to have come before a wait ends.
public enum DeliveryGoal: Sendable {
  /// On the disk of every recipient's relay
  case atRelay
  /// On the disk of every recipient's device
  case stored
}

extension Sotto {
  /// Sends a text with files to a contact or a group. On return message, used prekeys and one outbox entry for each
  /// recipient device are durable, and pushing has begun; `waitForDelivery` tells the rest.
  ///
  /// Files are sealed into the profile first, with constant memory; the originals are not needed afterwards.
  public func send(
    _ text: String, files: [String] = [], to destination: Destination,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(SottoError) -> SendResult {
    guard !text.isEmpty || !files.isEmpty else { throw .emptyMessage }
    guard files.count <= Limits.attachments else { throw .tooManyAttachments(limit: Limits.attachments) }
    let audience = try view { try Audience(destination, in: $0) }
    let settings = try profile.settings()
    guard let relay = settings.relay else { throw .noRelay }
    let sealed = try await AttachmentSealing(profile: profile).seal(files, relay: relay, progress: progress)
    do {
      let result = try commit { change in
        // The files may have taken minutes.
        let audience = try audience.again(in: ProfileView(change.transaction, change.profile))
        return try OutgoingMessage(change: change, text: text, attachments: sealed).queue(for: audience)
      }
      startPump()
      return result
    } catch {
      // What no message names is of no use.
      for file in sealed { try? profile.store.objects.remove(file.object) }
      throw error
    }
  }

  /// One entry per recipient device, as far as is known now.
  public func deliveries(of message: MessageID) throws(SottoError) -> [RecipientDelivery] {
    try view { view in
      let key = MessageKey(author: view.profile.identity.deviceID, id: message)
      guard let row = try view.store.message(key) else {
        throw SottoError.notFound(.message, message.description)
      }
      return try row.record.copies.map(view.delivery)
    }
  }

  /// Waits until every copy has reached `goal` or failed, and returns how far each is; after `timeout` also where not.
  /// `progress` tells of uploads meanwhile.
  public func waitForDelivery(
    of message: MessageID, until goal: DeliveryGoal, timeout: TimeSpan,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(SottoError) -> [RecipientDelivery] {
    let transfers = progress.map { progress in
      Task { [events = events()] in
        for await case .transfer(let transfer) in events { progress(transfer) }
      }
    }
    defer { transfers?.cancel() }
    startPump()
    if goal == .stored { try? await startReceiver() }
    _ = await changes.wait(timeout: timeout, clock: profile.environment.clock) {
      guard let deliveries = try? await self.deliveries(of: message) else { return true }
      return deliveries.allSatisfy { $0.state.satisfies(goal) }
    }
    return try deliveries(of: message)
  }

  // MARK: The outbox

  /// What waits and what failed, in the order in which it was made.
  public func outbox() throws(SottoError) -> [OutboxSummary] {
    try view { view in
      try view.store.outbox.readable().rows.map(\.record).filter { $0.entry.state != .atRelay }.map(view.summary)
    }
  }

  /// Queues a failed entry again, with a new lifetime. `tooOldToRetry` where its recipient could take it for a replay.
  public func retryOutbox(_ id: UInt64) throws(SottoError) {
    guard try commit({ try $0.retry(id) }) else { throw .notFound(.outboxEntry, "\(id)") }
    startPump()
  }

  /// Gives up an entry that the relay does not have yet, or that failed.
  public func discardOutbox(_ id: UInt64) throws(SottoError) {
    guard try commit({ try $0.discard(id) }) else { throw .notFound(.outboxEntry, "\(id)") }
  }
}

extension DeliveryState {
  func satisfies(_ goal: DeliveryGoal) -> Bool {
    switch self {
    case .queued: false
    case .atRelay: goal == .atRelay
    case .stored, .read, .failed, .sealedToFile: true
    }
  }
}

extension ProfileView {
  func summary(of record: OutboxRecord) throws -> OutboxSummary {
    OutboxSummary(
      id: record.entry.sequence, messageID: record.messageID,
      recipient: record.window == nil ? try name(of: record.recipient) : "", kind: record.summaryKind,
      state: DeliveryState(record.entry.state), attempts: Int(record.entry.attempts),
      createdAt: record.entry.createdAt,
      nextAttempt: record.entry.state == .queued ? record.entry.nextAttempt : nil)
  }
}

extension OutboxRecord {
  fileprivate var summaryKind: OutboxSummary.Kind {
    if isMessage { return .message }
    if isGreeting { return .greeting }
    if isReceipt { return .receipt }
    return kind == .pair ? .pairing : .control
  }
}
