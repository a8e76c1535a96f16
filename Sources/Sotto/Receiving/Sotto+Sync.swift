import SottoCore

extension Sotto {
  /// Drains the inbox to what waited at the relay when the connection was made, and pushes what may go. Returns when
  /// both are done, when the relay cannot be reached, or after `timeout`.
  public func sync(timeout: TimeSpan = .seconds(20)) async -> SyncReport {
    var report = SyncReport()
    let receivedBefore = await receiver?.received ?? 0
    let acceptedBefore = pump.accepted
    let unreadBefore = newMessages
    startPump()
    do throws(SottoError) {
      try await startReceiver()
    } catch .noRelay {
      return report
    } catch {
      report.failure = .unreachable
      return report
    }
    await drain(timeout: timeout)
    queueDuePrekeys()
    _ = await changes.wait(timeout: timeout, clock: profile.environment.clock) { await self.outboxIsIdle }
    report.received = (await receiver?.received ?? 0) - receivedBefore
    report.newMessages = newMessages - unreadBefore
    report.sent = pump.accepted - acceptedBefore
    report.waiting = queue.scheduler.waitingCount
    if case .failed(let failure) = await receiver?.state { report.failure = failure }
    return report
  }

  /// Keeps receiving and sending until `close`.
  public func connect() async throws(SottoError) {
    startPump()
    try await startReceiver()
  }

  private func drain(timeout: TimeSpan) async {
    guard let receiver else { return }
    _ = await changes.wait(timeout: timeout, clock: profile.environment.clock) {
      if case .failed = await receiver.state { return true }
      return await receiver.isDrained
    }
  }

  /// Prekeys that no bundle takes along go by themselves. Looked at once a minute at most.
  func queueDuePrekeys() {
    let now = profile.now
    guard lastPrekeyCheck.map({ now.since($0) >= .minutes(1) }) ?? true else { return }
    lastPrekeyCheck = now
    // What cannot be written now is due the next time.
    try? commit { change in
      for peer in change.transaction.peers.readable().rows.map(\.record) {
        guard peer.stage == .paired, peer.relay != nil,
          peer.prekeyIssuer.shouldSendAlone(now: change.now)
        else { continue }
        try change.addPrekeys(to: peer)
      }
    }
  }
}
