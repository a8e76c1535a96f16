import SottoCore
import SottoStore

extension Sotto {
  public func status() throws(SottoError) -> StatusReport {
    let own = try own
    return try view { view in
      let entries = view.store.outbox.readable().rows.map(\.record)
      return StatusReport(
        own: own, contacts: view.store.contacts.readable().rows.count, groups: view.groups().count,
        unread: try view.unread(),
        waiting: entries.count { $0.entry.state.isWaiting },
        failed: entries.count { if case .failed = $0.entry.state { true } else { false } },
        issues: try view.store.issues.count(),
        heldForNewerVersion: try view.store.settings.get(.heldEnvelopes)?.count(at: view.profile.now) ?? 0,
        pairingsInProgress: try view.store.pendingJoins.count() + view.store.pairingWindows.count()
          + view.store.peers.readable().rows.count { $0.record.stage == .half })
    }
  }

  /// What came and could not be used, or could not be sent; the oldest first, at most 1,000.
  public func issues() throws(SottoError) -> [IssueSummary] {
    try view { view in
      try view.store.issues.readable().rows.map { try view.summary(of: $0.record, number: $0.arrival) }
    }
  }

  public func clearIssues() throws(SottoError) {
    try profile.write { try $0.issues.trim(to: 0) }
  }
}
