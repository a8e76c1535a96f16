import SottoCore
import SottoCrypto
import SottoRelayProtocol
import SottoStore

// One way in: decode, open, decide, apply in one transaction, tell, acknowledge.
extension Sotto {
  /// Connects to the own relay where that is not done yet.
  func startReceiver() async throws(SottoError) {
    guard receiver == nil, !isClosed else { return }
    guard let relay = try profile.settings().relay else { throw .noRelay }
    let receiver = Receiver(
      relay: RelayTarget(relay), inbox: try profile.inbox(), environment: profile.environment,
      handle: { [weak self] delivery in await self?.receive(delivery) ?? .retryLater },
      report: { [weak self] state in await self?.connectionChanged(to: state) },
      progress: { [weak self] in await self?.backlogMayBeDone() })
    self.receiver = receiver
    await receiver.start()
  }

  /// Makes the inbox at the own relay, where there is one that answers at once: from then on others can send to it.
  func makeInbox() async {
    try? await startReceiver()
    guard let receiver else { return }
    _ = await settledState(of: receiver, timeout: .seconds(3))
  }

  /// Whether the connection stands or has failed, once it has done one of them.
  func settledState(of receiver: Receiver, timeout: TimeSpan) async -> Receiver.State {
    _ = await changes.wait(timeout: timeout, clock: profile.environment.clock) {
      switch await receiver.state {
      case .connected, .failed: true
      case .connecting, .stopped: false
      }
    }
    return await receiver.state
  }

  private func connectionChanged(to state: Receiver.State) {
    switch state {
    case .connecting: listeners.send(.connection(.connecting))
    case .connected:
      listeners.send(.connection(.connected))
      retryUploads()
    case .failed(let failure): listeners.send(.connection(.disconnected(failure)))
    case .stopped: break
    }
    changes.send(())
  }

  private func backlogMayBeDone() {
    queueDuePrekeys()
    changes.send(())
  }

  func receive(_ delivery: Delivery) -> Receiver.Outcome {
    guard let key = privateKey(of: delivery.mailbox) else { return .acknowledge }
    noteClock(of: delivery)
    let reading = EnvelopeReading(delivery.envelope, key: key)
    do throws(SottoError) {
      if case .opened(let contents) = reading, contents.kind == .pair {
        try receivePairing(contents, in: delivery.mailbox)
        return .acknowledge
      }
      return try commit { change in
        try Inbound(change: change, pushID: delivery.pushID).receive(reading, probes: &probes)
      }
    } catch .store(.damaged) {
      // A record that it needs is damaged, now as later: it stays at the relay, and what is behind it has its turn.
      return .hold
    } catch {
      return .retryLater
    }
  }

  /// Only what was stored just now tells something of the clock: what has waited may be as old as it is.
  private func noteClock(of delivery: Delivery) {
    guard !probes.isEmpty else { return }
    clockSkew = max(profile.now.since(delivery.storedAt), delivery.storedAt.since(profile.now))
  }

  private func privateKey(of mailbox: MailboxKey) -> Curve25519.KeyAgreement.PrivateKey? {
    if mailbox == profile.identity.mailboxKey { return profile.identity.mailbox }
    return pairings.windows[mailbox]?.pairing.windowMailbox
  }
}
