import SottoCore
import SottoCrypto
import SottoStore

/// Decides about one envelope, and applies it, inside one transaction.
struct Inbound {
  let change: OutboxChange
  /// By which the relay names it
  let pushID: PushID

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
    if let peer { try change.heard(from: peer) }
    let outcome = try receive(reading, contents, from: peer)
    if outcome == .acknowledge { try release() }
    return outcome
  }

  private func receive(
    _ reading: EnvelopeReading, _ contents: EnvelopeContents?, from peer: PeerRecord?
  ) throws -> Receiver.Outcome {
    switch try decide(reading, peer) {
    case .hold:
      return try hold(contents, peer)
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
          author: peer == nil ? .stranger : .peer, sentAt: contents.sentAt, isHandled: record != nil))
    }
    let window = try transaction.settings.get(.replayWindow) ?? ReplayWindow()
    return ReceivingDecision(
      EnvelopeArrival(
        reading: known, heldCount: try heldEnvelopes().count(besides: pushID, at: now)),
      window: window, at: now)
  }

  private func takeProbe(_ contents: EnvelopeContents, from probes: inout Set<[UInt8]>) {
    guard contents.kind == .control, case .probe(let bytes)? = try? ControlMessage(encoded: contents.body) else {
      return
    }
    probes.remove(bytes)
  }

  /// Leaves it at the relay, as one of up to 100. It comes again with every connection and is reported once.
  private func hold(_ contents: EnvelopeContents?, _ peer: PeerRecord?) throws -> Receiver.Outcome {
    var held = try heldEnvelopes()
    guard held.count(besides: pushID, at: now) < Limits.heldEnvelopes else {
      try change.report(.heldForNewerVersion, messageID: contents?.messageID, peer: peer?.deviceID)
      return .acknowledge
    }
    guard !held.contains(pushID) else { return .hold }
    held.add(pushID, at: now)
    try transaction.settings.put(.heldEnvelopes, held)
    try change.report(.heldForNewerVersion, messageID: contents?.messageID, peer: peer?.deviceID)
    return .hold
  }

  /// What was held and can be read now is not held any more.
  private func release() throws {
    var held = try heldEnvelopes()
    guard held.contains(pushID) else { return }
    held.remove(pushID)
    try transaction.settings.put(.heldEnvelopes, held)
  }

  private func heldEnvelopes() throws -> HeldEnvelopes {
    try transaction.settings.get(.heldEnvelopes) ?? HeldEnvelopes()
  }

  /// It was committed before, but the relay or the sender has not heard of it.
  private func repeated(_ contents: EnvelopeContents, _ peer: PeerRecord) throws {
    let key = MessageKey(author: peer.deviceID, id: contents.messageID)
    try remember(key, sentAt: contents.sentAt)
    guard let message = try transaction.message(key)?.record else { return }
    if ReceiptRule.isDue(for: Result { () throws(ContentError) in try ContentEnvelope(padded: message.content) }) {
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
      guard try receiveBundle(contents, from: peer) else { return try hold(contents, peer) }
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

  /// False where a newer Sotto is needed. What was refused is not noted as handled: the same message, sealed anew, may
  /// be one that can be used.
  private func receiveBundle(_ contents: EnvelopeContents, from peer: PeerRecord) throws -> Bool {
    let key = MessageKey(author: peer.deviceID, id: contents.messageID)
    switch try BundleReading(change: change, peer: peer).open(contents.body) {
    case .newerVersion:
      return false
    case .malformed, .notForThisDevice:
      try change.report(.unreadable, messageID: contents.messageID, peer: peer.deviceID)
      return true
    case .refused(let issue):
      try change.report(issue, messageID: contents.messageID, peer: peer.deviceID)
      return true
    case .opened(let opened):
      let content = Result { () throws(ContentError) in try ContentEnvelope(padded: opened.content) }
      if case .success(let envelope) = content,
        !envelope.belongs(toMessage: contents.messageID, sentAt: contents.sentAt)
      {
        // Not stored, so its sender must not be told that it is.
        try change.report(.malformedContent, messageID: contents.messageID, peer: peer.deviceID)
        return true
      }
      try ReceivedContent(
        change: change, key: key, sentAt: contents.sentAt, bundle: opened, content: content
      ).apply()
      if ReceiptRule.isDue(for: content) {
        try change.addReceipt(.stored, for: contents.messageID, to: peer.deviceID)
      }
    }
    try remember(key, sentAt: contents.sentAt)
    return true
  }
}
