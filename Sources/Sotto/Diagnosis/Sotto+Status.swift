import SottoCore
import SottoStore

extension Sotto {
  public func status() throws(SottoError) -> StatusReport {
    let own = try own
    return try view { view in
      let entries = try view.store.outbox.all()
      return StatusReport(
        own: own, contacts: try view.store.contacts.all().count, groups: try view.store.groups.details().count,
        unread: try view.store.conversations.all().reduce(0) { $0 + (try view.unread(in: $1.id)) },
        waiting: entries.count { $0.entry.state.isWaiting },
        failed: entries.count { if case .failed = $0.entry.state { true } else { false } },
        issues: try view.store.issues.count(),
        heldForNewerVersion: try view.store.settings.get(.heldEnvelopes)?.count(at: view.profile.now) ?? 0,
        pairingsInProgress: try view.store.pendingJoins.count() + view.store.pairingWindows.count()
          + view.store.peers.all().count { $0.stage == .half })
    }
  }

  /// What came and could not be used, or could not be sent; the oldest first, at most 1,000.
  public func issues() throws(SottoError) -> [IssueSummary] {
    try view { view in
      try view.store.issues.after(.start).map { try view.summary(of: $0.record, number: $0.arrival) }
    }
  }

  public func clearIssues() throws(SottoError) {
    try profile.write { try $0.issues.trim(to: 0) }
  }
}
