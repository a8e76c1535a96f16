import SottoCore
import SottoStore

// Windows of this process: the inviter's side of pairings over a relay.
extension Sotto {
  /// Opens a window and makes its mailbox at the relay. Returns when somebody can answer the invitation.
  public func openPairingWindow(
    validFor span: TimeSpan = Limits.invitationLifetime
  ) async throws(SottoError) -> PairingWindow {
    guard try profile.settings().relay != nil else { throw .noRelay }
    let pairing = try newWindow(validFor: span)
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
      invitation: pairing.invitation.text, expiry: expiry, progress: progress, key: key, sotto: self)
  }

  func newWindow(validFor span: TimeSpan) throws(SottoError) -> InviterPairing {
    let device = try profile.pairingDevice()
    do throws(PairingError) {
      return try InviterPairing(device: device, validFor: span, at: profile.now)
    } catch {
      throw SottoError(error)
    }
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
    pairings.remove(window)
    await receiver?.close(window)
  }

  /// From here on nothing that comes for the window counts. Its mailbox goes when the relay is reached.
  private func leave(_ window: MailboxKey) {
    pairings.remove(window)
    Task { await receiver?.close(window) }
  }

  // MARK: Messages

  /// True where it belonged to this pairing. What is refused may be a stranger's, who has seen the invitation.
  func receive(
    _ message: PairMessage, from author: SigningKey, inWindow key: MailboxKey
  ) throws(SottoError) -> Bool {
    guard var window = pairings.windows[key] else { return false }
    if let completion = window.completion {
      try complete(key, with: completion)
      return true
    }
    let device = try profile.pairingDevice()
    let effects: [PairingEffect]
    do throws(PairingError) {
      effects = try window.pairing.handle(message, from: author, device: device, at: profile.now)
    } catch {
      if window.pairing.isOver {
        leave(key)
        pairings.fail(key, .pairing(error == .expired ? .expired : .refused))
      }
      return false
    }
    for effect in effects {
      switch effect {
      case .send(let message, let destination):
        if let peer = window.pairing.peer { pairings.tell(.requestReceived(peerName: peer.name.text), to: key) }
        window.offer?.cancel()
        window.offer = Task { await self.push(message, to: destination, inWindow: key) }
      case .halfPaired:
        window.completion = effect
      case .paired:
        break
      }
    }
    pairings.windows[key] = window
    if let completion = window.completion { try complete(key, with: completion) }
    return true
  }

  /// The window is over once the pair is durable. Until then it keeps what came of the one decapsulation, for the next
  /// try: the message that brought it comes again from the relay.
  private func complete(_ key: MailboxKey, with completion: PairingEffect) throws(SottoError) {
    guard case .halfPaired(let result, _, _) = completion else { return }
    try commit { change in try change.carryOut(completion) }
    pairings.tell(.safetyWords(result.safetyWords.text, peerName: result.peer.name.text), to: key)
    pairings.await(greetingOf: result.peer.deviceID, for: key)
    leave(key)
  }

  /// The offer is not durable, because its window is not. It is repeated until the relay has it or the window closes;
  /// also where the joiner's inbox is not made yet.
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
      case .refused(.unknownMailbox), .later, .noAnswer: break
      case .refused:
        guard pairings.windows[window] != nil, !Task.isCancelled else { return }
        leave(window)
        pairings.fail(window, .pairing(.refused))
        return
      }
      attempt += 1
      try? await profile.environment.clock.sleep(for: RetrySchedule.delay(after: attempt, random: profile.random))
    }
  }
}
