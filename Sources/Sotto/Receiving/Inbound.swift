import SottoCore
import SottoCrypto
import SottoStore

/// Decides about one envelope, and applies it, inside one transaction.
struct Inbound {
  let change: OutboxChange
  /// Envelopes that are left at the relay already
  let held: Int

  private var profile: OpenProfile { change.profile }
  private var transaction: StoreTransaction { change.transaction }
  private var now: Timestamp { change.now }

  /// `probes` are those that this device has sent itself and that have not come back.
  func receive(_ reading: EnvelopeReading, probes: inout Set<[UInt8]>) throws -> Receiver.Outcome {
    if case .opened(let contents) = reading, contents.author == profile.identity.signingKey {
      takeProbe(contents, from: &probes)
      return .acknowledge
    }
    let contents: EnvelopeContents? = if case .opened(let contents) = reading { contents } else { nil }
    let device = contents.map { DeviceID(of: $0.author) }
    let peer = try device.flatMap { try transaction.peers.get($0) }
    switch try decide(reading, peer) {
    case .hold:
      try reportHeld(contents, device)
      return .hold
    case .drop(let issue):
      try change.report(issue, messageID: contents?.messageID, peer: peer?.deviceID)
      return .acknowledge
    case .duplicate:
      if let contents, let peer { try repeated(contents, peer) }
      return .acknowledge
    case .handle:
      guard let contents, let peer else { return .acknowledge }
      return try apply(contents, from: peer)
    }
  }

  private func decide(_ reading: EnvelopeReading, _ peer: PeerRecord?) throws -> ReceivingDecision {
    let known: EnvelopeArrival.Reading
    switch reading {
    case .newerVersion: known = .newerVersion
    case .unreadable: known = .unreadable
    case .opened(let contents):
      let record = try peer.flatMap {
        try transaction.dedup.get(MessageKey(author: $0.deviceID, id: contents.messageID))
      }
      known = .opened(
        .init(
          author: peer == nil ? .stranger : .peer, isPairing: false, sentAt: contents.sentAt,
          handled: record.map { $0.handled ?? HandledMessage(sentAt: contents.sentAt, handledAt: now) }))
    }
    let window = try transaction.settings.get(.replayWindow) ?? ReplayWindow()
    return ReceivingDecision(
      EnvelopeArrival(reading: known, pairingIsOpen: false, heldCount: held), window: window, at: now)
  }

  private func takeProbe(_ contents: EnvelopeContents, from probes: inout Set<[UInt8]>) {
    guard contents.kind == .control, case .probe(let bytes)? = try? ControlMessage(encoded: contents.body) else { return }
    probes.remove(bytes)
  }

  private func reportHeld(_ contents: EnvelopeContents?, _ device: DeviceID?) throws {
    try change.report(.heldForNewerVersion, messageID: contents?.messageID, peer: device)
  }

  /// It was committed before, but the relay or the sender has not heard of it.
  private func repeated(_ contents: EnvelopeContents, _ peer: PeerRecord) throws {
    let key = MessageKey(author: peer.deviceID, id: contents.messageID)
    try remember(key, sentAt: contents.sentAt)
    if try transaction.message(key) != nil {
      try change.addReceipt(.stored, for: contents.messageID, to: peer.deviceID)
    }
  }

  /// Keeps the id for as long as a copy can come inside the replay window.
  private func remember(_ key: MessageKey, sentAt: Timestamp) throws {
    var record =
      try transaction.dedup.get(key)
      ?? DedupRecord(key: key, handled: HandledMessage(sentAt: sentAt, handledAt: now))
    record.handled?.cameAgain(sentAt: sentAt, at: now)
    try transaction.dedup.put(key, record)
  }

  private func apply(_ contents: EnvelopeContents, from peer: PeerRecord) throws -> Receiver.Outcome {
    switch contents.kind {
    case .bundle:
      guard try receiveBundle(contents, from: peer) else {
        guard held < Limits.heldEnvelopes else { return .acknowledge }
        return .hold
      }
    case .control:
      try receiveControl(contents, from: peer)
    case .pair, .manifest, .keyPackage, .deviceList, .destroy, .unsupported:
      // Of shared groups; this device is in none.
      try change.report(.unauthorised(.notAMember), messageID: contents.messageID, peer: peer.deviceID)
    }
    return .acknowledge
  }

  private func receiveControl(_ contents: EnvelopeContents, from peer: PeerRecord) throws {
    guard case .prekeys(let batch)? = try? ControlMessage(encoded: contents.body) else {
      try change.report(.malformedContent, messageID: contents.messageID, peer: peer.deviceID)
      return
    }
    var peer = peer
    // One that is not newer, or not valid, changes nothing.
    try? peer.prekeyStock.accept(
      batch, issuer: peer.keyPackage.signingKey, recipient: profile.identity.deviceID, now: now)
    try transaction.peers.put(peer.deviceID, peer)
    try remember(MessageKey(author: peer.deviceID, id: contents.messageID), sentAt: contents.sentAt)
  }

  /// False where a newer Sotto is needed.
  private func receiveBundle(_ contents: EnvelopeContents, from peer: PeerRecord) throws -> Bool {
    let key = MessageKey(author: peer.deviceID, id: contents.messageID)
    switch try BundleReading(change: change, peer: peer).open(contents.body) {
    case .newerVersion:
      try reportHeld(contents, peer.deviceID)
      return false
    case .malformed:
      try change.report(.unreadable, messageID: contents.messageID, peer: peer.deviceID)
    case .refused(let issue):
      try change.report(issue, messageID: contents.messageID, peer: peer.deviceID)
    case .opened(let opened):
      let content = Result { () throws(ContentError) in try ContentEnvelope(padded: opened.bundle.content) }
      if case .success(let envelope) = content,
        envelope.messageID != contents.messageID || envelope.sentAt != contents.sentAt
      {
        try change.report(.malformedContent, messageID: contents.messageID, peer: peer.deviceID)
      } else {
        try ReceivedContent(
          change: change, key: key, sentAt: contents.sentAt, bundle: opened.bundle, content: content
        ).apply()
      }
      if ReceiptRule.isDue(for: content) {
        try change.addReceipt(.stored, for: contents.messageID, to: peer.deviceID)
      }
    }
    try remember(key, sentAt: contents.sentAt)
    return true
  }
}
