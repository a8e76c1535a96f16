import SottoCore
import SottoStore

// Pending joins: the joiner's side, by way of a relay or of files.
extension Sotto {
  /// Throws where the text is no invitation. Asks nobody.
  public static func check(invitation text: String) throws(SottoError) {
    _ = try Invitation.parsing(text)
  }

  /// Answers an invitation. The pending join is durable when this returns: any later use of the profile goes on with
  /// it, whoever watches.
  public func acceptInvitation(_ text: String) async throws(SottoError) -> AsyncStream<PairingProgress> {
    let invitation = try Invitation.parsing(text)
    guard invitation.relay != nil else { throw .pairing(.noRelay) }
    guard try profile.settings().relay != nil else { throw .noRelay }
    let key = invitation.windowKey
    guard pairings.windows[key] == nil else { throw .pairing(.ownInvitation) }
    if try pendingJoin(for: invitation) == nil {
      guard try profile.read({ try $0.pendingJoins.count() }) < Limits.halfPairedPeers else {
        throw .pairing(.tooMany)
      }
      let join = try newJoin(for: invitation)
      try commit { change in
        try change.transaction.pendingJoins.put(key, join)
        for effect in join.resume() { try change.carryOut(effect) }
      }
    }
    let progress = pairings.watch(key)
    pairings.tell(.waiting, to: key)
    try await startReceiver()
    startPump()
    return progress
  }

  /// The join that answers this invitation already. Throws where the invitation is this profile's own.
  func pendingJoin(for invitation: Invitation) throws(SottoError) -> JoinerPairing? {
    let key = invitation.windowKey
    guard try profile.read({ try $0.pairingWindows.get(key) }) == nil else { throw .pairing(.ownInvitation) }
    return try profile.read { try $0.pendingJoins.get(key) }
  }

  func newJoin(for invitation: Invitation) throws(SottoError) -> JoinerPairing {
    let device = try profile.pairingDevice()
    do throws(PairingError) {
      return try JoinerPairing(invitation: invitation, device: device, at: profile.now)
    } catch {
      throw SottoError(error)
    }
  }

  // MARK: Messages

  /// What became of a message among the pending joins.
  enum JoinStep {
    /// The join as it is after the message; to be stored with the effects.
    case taken(JoinerPairing, [PairingEffect])
    /// The join that it was for has ended with it.
    case ended(PairingError)
    case nobodys
  }

  /// Gives the message to the join that it belongs to. Joins that end are deleted; one that was overdue has not looked
  /// at the message, which may be for another.
  func handle(_ message: PairMessage, from author: SigningKey) throws(SottoError) -> JoinStep {
    let device = try profile.pairingDevice()
    var isOverdue = false
    for pending in try profile.read({ try $0.pendingJoins.all() }) {
      var join = pending
      let key = join.invitation.windowKey
      do throws(PairingError) {
        let effects = try join.handle(message, from: author, device: device, at: profile.now)
        return .taken(join, effects)
      } catch {
        guard join.isOver else { continue }
        try commit { try $0.transaction.pendingJoins.delete(key) }
        pairings.fail(key, .pairing(error == .expired ? .expired : .refused))
        guard error == .expired else { return .ended(error) }
        isOverdue = true
      }
    }
    return isOverdue ? .ended(.expired) : .nobodys
  }

  /// True where it belonged to a join that goes on.
  func receiveJoining(_ message: PairMessage, from author: SigningKey) throws(SottoError) -> Bool {
    guard case .taken(let join, let effects) = try handle(message, from: author) else { return false }
    try commit { change in try apply(effects, of: join, change) }
    tell(effects, of: join)
    return true
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
}

extension Invitation {
  /// What a person has typed or scanned.
  static func parsing(_ text: String) throws(SottoError) -> Invitation {
    do throws(InvitationError) {
      return try parse(text)
    } catch {
      throw SottoError(error)
    }
  }
}
