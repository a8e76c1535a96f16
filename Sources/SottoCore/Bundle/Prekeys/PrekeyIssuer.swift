import SottoCrypto
import SottoWire

/// Decides when a peer gets prekeys of this device, and keeps what is needed to decide it.
///
/// One batch at a time is *unproven*: handed out, and nothing shows yet that it arrived. It rides again on each bundle,
/// or goes alone once a day, for a week. The use of one of its keys proves it, or a receipt for a bundle that carried
/// it.
public struct PrekeyIssuer: WireCodable, Hashable, Sendable {

  /// What takes the batch to the peer.
  public enum Carrier: Hashable, Sendable {
    /// A bundle whose slot travels by itself.
    case bundle(MessageID)
    /// A bundle with several slots side by side: room for `Limits.prekeysPerFileSlot` keys.
    case slots(MessageID)
    /// A message that only brings the batch.
    case alone
  }

  public enum DueReason: Hashable, Sendable {
    case neverIssued, lowStock, oldBatch, longTermMessage
  }

  private struct Latest: Hashable, Sendable {
    var createdAt: Timestamp
    /// Keys that no message has used yet.
    var unused: [PrekeyID]
  }

  private struct Unproven: Hashable, Sendable {
    var batch: PrekeyBatch
    var firstSent: Timestamp
    var lastSent: Timestamp
    var carriers: [MessageID]
  }

  private var counter: UInt64 = 0
  private var latest: Latest?
  private var unproven: Unproven?
  private var longTermMessageCame = false

  public init() {}

  /// Whether a batch is on its way of which nothing was heard yet.
  public var hasUnprovenBatch: Bool { unproven != nil }

  /// Why a new batch is due; nil also while one is unproven and still being sent.
  public func dueReason(now: Timestamp) -> DueReason? {
    if let unproven, now.since(unproven.firstSent) <= Limits.prekeyBatchRepeats { return nil }
    guard let latest else { return .neverIssued }
    if longTermMessageCame { return .longTermMessage }
    if latest.unused.count <= Limits.prekeyRefill { return .lowStock }
    return now.since(latest.createdAt) >= Limits.prekeyBatchAge ? .oldBatch : nil
  }

  /// Whether a message that only brings prekeys should go now, there being no bundle to ride on.
  public func shouldSendAlone(now: Timestamp) -> Bool {
    if dueReason(now: now) != nil { return true }
    guard let unproven else { return false }
    return now.since(unproven.firstSent) <= Limits.prekeyBatchRepeats
      && now.since(unproven.lastSent) >= Limits.prekeyBatchAlone
  }

  /// The batch that goes with `carrier` now, if any. `newPrekeys` are to be stored, with this value, in the transaction
  /// that queues the carrier; a batch that goes again has none.
  public mutating func batch(
    for carrier: Carrier, from issuer: DeviceIdentity, to recipient: DeviceID, now: Timestamp,
    random: any RandomSource = SystemRandom()
  ) -> (batch: PrekeyBatch, newPrekeys: [Prekey])? {
    if dueReason(now: now) == nil {
      guard let batch = resend(on: carrier, now: now) else { return nil }
      return (batch, [])
    }
    counter += 1
    let (batch, prekeys) = PrekeyBatch.make(
      counter: counter, count: carrier.keyCount, from: issuer, to: recipient, now: now, random: random)
    latest = Latest(createdAt: now, unused: batch.prekeys.map(\.id))
    unproven = Unproven(batch: batch, firstSent: now, lastSent: now, carriers: carrier.messageID.map { [$0] } ?? [])
    longTermMessageCame = false
    return (batch, prekeys)
  }

  private mutating func resend(on carrier: Carrier, now: Timestamp) -> PrekeyBatch? {
    guard var unproven, now.since(unproven.firstSent) <= Limits.prekeyBatchRepeats else { return nil }
    switch carrier {
    case .bundle: break
    case .slots: guard unproven.batch.prekeys.count == Limits.prekeysPerFileSlot else { return nil }
    case .alone: guard now.since(unproven.lastSent) >= Limits.prekeyBatchAlone else { return nil }
    }
    unproven.lastSent = now
    if let messageID = carrier.messageID, !unproven.carriers.contains(messageID) {
      unproven.carriers = (unproven.carriers + [messageID]).suffix(Limits.prekeyBatchCarriers)
    }
    self.unproven = unproven
    return unproven.batch
  }

  /// The peer has started over and holds no prekeys of this device. The next batch is due; its counter goes on, for a
  /// peer that remembers the last one.
  public mutating func peerStartedOver() {
    latest = nil
    unproven = nil
    longTermMessageCame = false
  }

  // MARK: What the peer's messages show

  /// A message of the peer was opened with this prekey.
  public mutating func prekeyWasUsed(_ id: PrekeyID) {
    latest?.unused.removeAll { $0 == id }
    if let unproven, unproven.batch.prekeys.contains(where: { $0.id == id }) { self.unproven = nil }
  }

  /// The peer has stored the bundle with this message id.
  public mutating func receiptCame(for messageID: MessageID) {
    if let unproven, unproven.carriers.contains(messageID) { self.unproven = nil }
  }

  /// A message other than a receipt came by a long-term path: as it seems the peer has no prekeys. It may have sent it
  /// before an unproven batch arrived, so then it shows nothing.
  public mutating func longTermMessageCame(now: Timestamp) {
    if let unproven, now.since(unproven.firstSent) <= Limits.prekeyBatchRepeats { return }
    longTermMessageCame = true
  }
}

extension PrekeyIssuer.Carrier {
  fileprivate var keyCount: Int {
    switch self {
    case .bundle, .alone: Limits.prekeyBatchSize
    case .slots: Limits.prekeysPerFileSlot
    }
  }

  fileprivate var messageID: MessageID? {
    switch self {
    case .bundle(let id), .slots(let id): id
    case .alone: nil
    }
  }
}

// The store's form.
extension PrekeyIssuer {
  public init(from reader: inout WireReader) throws(WireError) {
    counter = try reader.u64()
    latest = try reader.optional { (reader: inout WireReader) throws(WireError) in
      Latest(createdAt: try reader.value(), unused: try reader.vector(max: Limits.prekeysPerBatch))
    }
    unproven = try reader.optional { (reader: inout WireReader) throws(WireError) in
      Unproven(
        batch: try reader.value(), firstSent: try reader.value(), lastSent: try reader.value(),
        carriers: try reader.vector(max: Limits.prekeyBatchCarriers))
    }
    longTermMessageCame = try reader.bool()
  }

  public func encode(to writer: inout WireWriter) {
    writer.u64(counter)
    writer.optional(latest) { latest, writer in
      writer.value(latest.createdAt)
      writer.vector(latest.unused)
    }
    writer.optional(unproven) { unproven, writer in
      writer.value(unproven.batch)
      writer.value(unproven.firstSent)
      writer.value(unproven.lastSent)
      writer.vector(unproven.carriers)
    }
    writer.bool(longTermMessageCame)
  }
}
