import SottoCore
import SottoStore
import SottoWire

// The four messages as files for people to carry, then the joiner's greeting, which completes the inviter's side. On
// the way each side makes its inbox, where it has a relay that can be reached: what the other sends it has a place then.
extension Sotto {
  /// Opens a window that outlives the process, for 24 hours, and whose messages come as files.
  public func createPairingFile() async throws(SottoError) -> (invitation: String, expiry: Timestamp) {
    let pairing = try newWindow(validFor: Limits.fileInvitationLifetime)
    try profile.write { try $0.pairingWindows.put(pairing.invitation.windowKey, pairing) }
    await makeInbox()
    return (pairing.invitation.text, pairing.invitation.expiry)
  }

  /// Answers an invitation with a file for the inviter: the bytes of message 1.
  public func acceptPairingFile(invitation text: String) async throws(SottoError) -> [UInt8] {
    let file = try join(invitation: text)
    await makeInbox()
    return file
  }

  /// Takes the other side's file and gives the next one.
  public func handlePairingFile(_ bytes: [UInt8]) async throws(SottoError) -> PairingFileStep {
    let step = try handle(bytes)
    await makeInbox()
    return step
  }

  private func join(invitation text: String) throws(SottoError) -> [UInt8] {
    let invitation = try Invitation.parsing(text)
    if let pending = try pendingJoin(for: invitation) { return try file(pending.resume()) }
    let join = try newJoin(for: invitation)
    try profile.write { try $0.pendingJoins.put(invitation.windowKey, join) }
    return try file(join.resume())
  }

  private func handle(_ bytes: [UInt8]) throws(SottoError) -> PairingFileStep {
    if bytes.starts(with: BundleFile.magic) { return try receiveGreeting(bytes) }
    guard let file = try? PairingFile(encoded: bytes), let envelope = try? Envelope.decode(file.envelope) else {
      throw .malformed(.pairingFile)
    }
    if envelope.recipient == profile.identity.mailboxKey { return try join(envelope) }
    guard let window = try profile.read({ try $0.pairingWindows.get(envelope.recipient) }) else {
      throw .pairing(.unexpectedStep)
    }
    return try invite(envelope, window)
  }

  // MARK: Inviter

  private func invite(_ envelope: Envelope, _ window: InviterPairing) throws(SottoError) -> PairingFileStep {
    var window = window
    let key = window.invitation.windowKey
    let (contents, message) = try open(envelope) { envelope throws(EnvelopeError) in
      try envelope.open(with: window.windowMailbox)
    }
    let device = try profile.pairingDevice()
    let effects: [PairingEffect]
    do throws(PairingError) {
      effects = try window.handle(message, from: contents.author, device: device, at: profile.now)
    } catch {
      if window.isOver { try profile.write { try $0.pairingWindows.delete(key) } }
      throw SottoError(error)
    }
    try commit { change in
      if window.isOver {
        try change.transaction.pairingWindows.delete(key)
      } else {
        try change.transaction.pairingWindows.put(key, window)
      }
      for case .halfPaired(let result, _, _) in effects { try PairedPeers(change: change).propose(result) }
    }
    return .reply(try file(effects), effects.progress)
  }

  // MARK: Joiner

  private func join(_ envelope: Envelope) throws(SottoError) -> PairingFileStep {
    let identity = profile.identity
    let (contents, message) = try open(envelope) { envelope throws(EnvelopeError) in
      try envelope.open(with: identity.mailbox)
    }
    switch try handle(message, from: contents.author) {
    case .taken(let join, let effects): return try finish(effects, of: join)
    case .ended(let error): throw SottoError(error)
    case .nobodys: throw .pairing(.unexpectedStep)
    }
  }

  private func finish(_ effects: [PairingEffect], of join: JoinerPairing) throws(SottoError) -> PairingFileStep {
    let key = join.invitation.windowKey
    guard case .paired(let result)? = effects.first else {
      try profile.write { try $0.pendingJoins.put(key, join) }
      return .reply(try file(effects), effects.progress)
    }
    return try commit { change -> PairingFileStep in
      try change.transaction.pendingJoins.delete(key)
      try PairedPeers(change: change).pair(result)
      let view = ProfileView(change.transaction, change.profile)
      let contact = try view.contact(of: result.peer.deviceID).map(view.summary)
      return .reply(try greeting(for: result.peer.deviceID, change), contact.map { .paired($0) })
    }
  }

  /// The greeting as a bundle file: what the other side opens with the new keys.
  private func greeting(for device: DeviceID, _ change: OutboxChange) throws -> [UInt8] {
    let envelope = ContentEnvelope(messageID: .random(profile.random), sentAt: change.now, receipt: ReceiptBody())
    let recipients = try change.recipients([device])
    let (bundles, _) = try ContentSealer(change: change).sealFile(
      try .init(envelope), to: recipients.devices, group: nil)
    guard let file = BundleFile(bundles: bundles) else { throw SottoError.noRecipients }
    return file.header()
  }

  // MARK: Both

  private func receiveGreeting(_ bytes: [UInt8]) throws(SottoError) -> PairingFileStep {
    guard case .complete(let file, _)? = try? BundleFile.parse(bytes) else { throw .malformed(.pairingFile) }
    let outcome = try commit { change -> (FileOpening.Outcome, ContactSummary?) in
      let outcome = try FileOpening(change: change).open(file.bundles)
      guard case .opened(let opened) = outcome else { return (outcome, nil) }
      let view = ProfileView(change.transaction, change.profile)
      return (outcome, try view.contact(of: opened.sender).map(view.summary))
    }
    guard case .opened = outcome.0 else { throw .notAuthentic }
    guard let contact = outcome.1 else { throw .pairing(.unexpectedStep) }
    return .done(contact)
  }

  private func open(
    _ envelope: Envelope, with open: (Envelope) throws(EnvelopeError) -> EnvelopeContents
  ) throws(SottoError) -> (EnvelopeContents, PairMessage) {
    let contents: EnvelopeContents
    do throws(EnvelopeError) {
      contents = try open(envelope)
    } catch {
      throw .notAuthentic
    }
    guard contents.kind == .pair, let message = try? PairMessage(encoded: contents.body) else {
      throw .malformed(.pairingFile)
    }
    return (contents, message)
  }

  /// The one message among the effects, sealed for its mailbox.
  private func file(_ effects: [PairingEffect]) throws(SottoError) -> [UInt8] {
    for effect in effects {
      let (message, mailbox) = try sealed(effect)
      let contents = EnvelopeContents(
        author: profile.identity.signingKey, messageID: .random(profile.random), sentAt: profile.now, kind: .pair,
        body: message.encoded())
      guard let envelope = try? Envelope.seal(
        contents, by: profile.identity.signing, to: mailbox, random: profile.random),
        let file = PairingFile(step: message.step, envelope: envelope.encoded())
      else { throw .malformed(.pairingFile) }
      return file.encoded()
    }
    throw .pairing(.unexpectedStep)
  }

  private func sealed(_ effect: PairingEffect) throws(SottoError) -> (PairMessage, MailboxKey) {
    switch effect {
    case .send(let message, let destination): (message, destination.mailbox)
    case .halfPaired(_, let confirmation, let destination): (confirmation, destination.mailbox)
    case .paired: throw .pairing(.unexpectedStep)
    }
  }
}

extension [PairingEffect] {
  /// What a person is told of them
  fileprivate var progress: PairingProgress? {
    for case .halfPaired(let result, _, _) in self {
      return .safetyWords(result.safetyWords.text, peerName: result.peer.name.text)
    }
    return nil
  }
}
