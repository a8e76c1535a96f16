import SottoCore
import SottoStore

extension Sotto {
  // MARK: Inviting

  /// Opens a window and makes its mailbox at the relay. Returns when somebody can answer the invitation.
  public func openPairingWindow(
    validFor span: TimeSpan = Limits.invitationLifetime
  ) async throws(SottoError) -> PairingWindow {
    let device = try profile.pairingDevice()
    guard device.relay != nil else { throw .noRelay }
    let pairing: InviterPairing
    do throws(PairingError) {
      pairing = try InviterPairing(device: device, validFor: span, at: profile.now)
    } catch {
      throw SottoError(error)
    }
    let key = pairing.invitation.windowKey
    let mailbox = OwnMailbox(
      key: pairing.windowMailbox, accessKey: pairing.invitation.accessKey,
      lifetimeHours: UInt16(clamping: span.milliseconds / TimeSpan.hours(1).milliseconds + 1))
    pairings.windows[key] = .init(pairing: pairing)
    do {
      try await open(mailbox)
    } catch {
      // Also at the receiver, which else would open it again with every connection.
      await closeWindow(key)
      throw error
    }
    let progress = pairings.watch(key)
    pairings.tell(.waiting, to: key)
    let expiry = pairing.invitation.expiry
    pairings.windows[key]?.timer = Task { [clock = profile.environment.clock] in
      guard (try? await clock.sleep(for: expiry.since(clock.now()))) != nil else { return }
      await self.expireWindow(key)
    }
    return PairingWindow(
      invitation: pairing.invitation.text, expiry: pairing.invitation.expiry, progress: progress, key: key,
      sotto: self)
  }

  /// The mailbox exists at the relay when this returns.
  private func open(_ window: OwnMailbox) async throws(SottoError) {
    try await startReceiver()
    startPump()
    guard let receiver else { throw .noRelay }
    do throws(SottoError.RelayFailure) {
      try await receiver.open(window)
    } catch {
      throw .relay(error)
    }
    switch await settledState(of: receiver, timeout: profile.environment.connectTimeout) {
    case .connected: return
    case .failed(let failure): throw .relay(failure)
    case .connecting, .stopped: throw .relay(.noAnswer)
    }
  }

  func cancelPairing(_ window: MailboxKey) async {
    await closeWindow(window)
    pairings.fail(window, .pairing(.cancelled))
  }

  private func expireWindow(_ window: MailboxKey) async {
    guard pairings.windows[window] != nil else { return }
    await closeWindow(window)
    pairings.fail(window, .pairing(.expired))
  }

  private func closeWindow(_ window: MailboxKey) async {
    guard let open = pairings.windows.removeValue(forKey: window) else { return }
    open.timer?.cancel()
    open.offer?.cancel()
    await receiver?.close(window)
  }

  func closePairings() async {
    for window in Array(pairings.windows.keys) { await cancelPairing(window) }
    for window in Array(pairings.watchers.keys) { pairings.fail(window, .cancelled) }
    for watcher in pairings.greetings.values { watcher.finish() }
    pairings.greetings = [:]
  }

  // MARK: Joining

  /// Throws where the text is no invitation. Asks nobody.
  public static func check(invitation text: String) throws(SottoError) {
    _ = try parse(invitation: text)
  }

  static func parse(invitation text: String) throws(SottoError) -> Invitation {
    do throws(InvitationError) {
      return try Invitation.parse(text)
    } catch {
      throw SottoError(error)
    }
  }

  /// Answers an invitation. The pending join is durable when this returns: any later use of the profile goes on with
  /// it, whoever watches.
  public func acceptInvitation(_ text: String) async throws(SottoError) -> AsyncStream<PairingProgress> {
    let invitation = try Self.parse(invitation: text)
    guard invitation.relay != nil else { throw .pairing(.noRelay) }
    guard try profile.settings().relay != nil else { throw .noRelay }
    let key = invitation.windowKey
    guard pairings.windows[key] == nil, try profile.read({ try $0.pairingWindows.get(key) }) == nil else {
      throw .pairing(.ownInvitation)
    }
    if try profile.read({ try $0.pendingJoins.get(key) }) == nil { try beginJoin(invitation) }
    let progress = pairings.watch(key)
    pairings.tell(.waiting, to: key)
    try await startReceiver()
    startPump()
    return progress
  }

  private func beginJoin(_ invitation: Invitation) throws(SottoError) {
    let device = try profile.pairingDevice()
    guard try profile.read({ try $0.pendingJoins.count() }) < Limits.halfPairedPeers else { throw .pairing(.tooMany) }
    let pairing: JoinerPairing
    do throws(PairingError) {
      pairing = try JoinerPairing(invitation: invitation, device: device, at: profile.now)
    } catch {
      throw SottoError(error)
    }
    try commit { change in
      try change.transaction.pendingJoins.put(invitation.windowKey, pairing)
      for effect in pairing.resume() { try change.carryOut(effect) }
    }
  }

  // MARK: Messages

  /// A pair message is taken by the window it came to, or by a pending join.
  func receivePairing(_ contents: EnvelopeContents, in mailbox: MailboxKey) throws(SottoError) {
    guard let message = try? PairMessage(encoded: contents.body) else {
      return try commit { try $0.report(.unreadable, messageID: contents.messageID) }
    }
    if pairings.windows[mailbox] != nil {
      try receive(message, from: contents.author, inWindow: mailbox)
    } else {
      try receive(message, contents)
    }
  }

  private func receive(
    _ message: PairMessage, from author: SigningKey, inWindow key: MailboxKey
  ) throws(SottoError) {
    guard var window = pairings.windows[key] else { return }
    let device = try profile.pairingDevice()
    let effects: [PairingEffect]
    do throws(PairingError) {
      effects = try window.pairing.handle(message, from: author, device: device, at: profile.now)
    } catch {
      if window.pairing.isOver { end(window: key, .pairing(.refused)) }
      return
    }
    pairings.windows[key] = window
    for effect in effects {
      switch effect {
      case .send(let message, let destination):
        if let peer = window.pairing.peer { pairings.tell(.requestReceived(peerName: peer.name.text), to: key) }
        pairings.windows[key]?.offer?.cancel()
        pairings.windows[key]?.offer = Task { await self.push(message, to: destination, inWindow: key) }
      case .halfPaired(let result, _, _):
        try commit { change in try change.carryOut(effect) }
        pairings.tell(.safetyWords(result.safetyWords.text, peerName: result.peer.name.text), to: key)
        pairings.await(greetingOf: result.peer.deviceID, for: key)
        Task { await self.closeWindow(key) }
      case .paired:
        break
      }
    }
  }

  private func end(window: MailboxKey, _ error: SottoError) {
    pairings.fail(window, error)
    Task { await self.closeWindow(window) }
  }

  /// The offer is not durable, because its window is not. It is repeated until the relay has it or the window closes.
  private func push(_ message: PairMessage, to destination: PairDestination, inWindow window: MailboxKey) async {
    guard let relay = destination.relay else { return }
    let identity = profile.identity
    let contents = EnvelopeContents(
      author: identity.signingKey, messageID: .random(profile.random), sentAt: profile.now, kind: .pair,
      body: message.encoded())
    guard let envelope = try? Envelope.seal(
      contents, by: identity.signing, to: destination.mailbox, random: profile.random)
    else { return }
    let push = DirectPush(
      relay: RelayTarget(relay), mailbox: destination.mailbox, accessKey: destination.accessKey,
      envelope: envelope.encoded(), random: profile.random)
    var attempt: UInt32 = 0
    while pairings.windows[window] != nil, !Task.isCancelled {
      switch await push.attempt(on: pool) {
      case .accepted: return
      case .refused: return end(window: window, .pairing(.refused))
      case .later, .noAnswer: break
      }
      attempt += 1
      try? await profile.environment.clock.sleep(for: RetrySchedule.delay(after: attempt, random: profile.random))
    }
  }

  private func receive(_ message: PairMessage, _ contents: EnvelopeContents) throws(SottoError) {
    let device = try profile.pairingDevice()
    for join in try profile.read({ try $0.pendingJoins.all() }) {
      var join = join
      let key = join.invitation.windowKey
      let effects: [PairingEffect]
      do throws(PairingError) {
        effects = try join.handle(message, from: contents.author, device: device, at: profile.now)
      } catch {
        guard join.isOver else { continue }
        try commit { try $0.transaction.pendingJoins.delete(key) }
        pairings.fail(key, .pairing(error == .expired ? .expired : .refused))
        // One that was overdue has not looked at the message, which may be for another.
        guard error == .expired else { return }
        continue
      }
      try commit { change in try apply(effects, of: join, change) }
      tell(effects, of: join)
      return
    }
    // A repeat of what was done already needs nothing; anything else is nobody's.
    let author = DeviceID(of: contents.author)
    guard try profile.read({ try $0.peers.get(author) }) == nil else { return }
    try commit { try $0.report(.unauthorised(.noPairing), messageID: contents.messageID) }
  }

  private func apply(_ effects: [PairingEffect], of join: JoinerPairing, _ change: OutboxChange) throws {
    let key = join.invitation.windowKey
    if join.isOver {
      try change.transaction.pendingJoins.delete(key)
    } else {
      try change.transaction.pendingJoins.put(key, join)
    }
    // The inviter has answered, so whatever was sent before has arrived.
    let sent = try change.transaction.outbox.to(DeviceID(unchecked: key.bytes))
    for effect in effects { try change.carryOut(effect) }
    for record in sent { try change.confirm(record.entry.sequence, .stored) }
  }

  private func tell(_ effects: [PairingEffect], of join: JoinerPairing) {
    let key = join.invitation.windowKey
    if let peer = join.peer { pairings.tell(.requestReceived(peerName: peer.name.text), to: key) }
    for case .paired(let result) in effects {
      pairings.tell(.safetyWords(result.safetyWords.text, peerName: result.peer.name.text), to: key)
      let device = result.peer.deviceID
      if let contact = try? view({ view in try view.contact(of: device).map(view.summary) }) {
        pairings.tell(.paired(contact), to: key)
      }
      pairings.await(greetingOf: device, for: key)
    }
  }

  /// For the inviter this is when the contact exists; for the joiner, when both know what the other can read.
  func greetingCame(from device: DeviceID) {
    guard let watcher = pairings.greetings.removeValue(forKey: device) else { return }
    if let contact = try? view({ view in try view.contact(of: device).map(view.summary) }) {
      watcher.yield(.paired(contact))
    }
    watcher.yield(.greetingsIn)
    watcher.finish()
  }
}
