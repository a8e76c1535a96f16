import SottoCore
import SottoStore

/// What time takes away, inside one transaction: at each opening of a profile, and every hour while it sends or
/// receives.
struct Upkeep {
  static let interval = TimeSpan.hours(1)
  /// How long a peer outlives its last contact
  static let namelessPeer = TimeSpan.days(90)
  /// Handled messages that are looked at, so that it takes a bounded time
  private static let dedupRows = 4_096

  let change: OutboxChange
  private var transaction: StoreTransaction { change.transaction }
  private var now: Timestamp { change.now }

  init(change: OutboxChange) {
    self.change = change
  }

  func run() throws {
    try forgetHandledMessages()
    for peer in transaction.peers.readable().rows { try tend(peer.record) }
    for row in transaction.pendingJoins.readable().rows {
      var join = row.record
      if join.expire(at: now) { try change.endJoin(join.invitation.windowKey) }
    }
    for row in transaction.pairingWindows.readable().rows {
      var window = row.record
      if window.expire(at: now) { try transaction.pairingWindows.delete(window.invitation.windowKey) }
    }
    for group in transaction.groups.readable().groups where !group.isPadded {
      try transaction.groups.put(group.padded(random: change.profile.random))
    }
  }

  private func tend(_ peer: PeerRecord) throws {
    if let since = peer.namelessSince, now.since(since) > Self.namelessPeer {
      for record in try transaction.outbox.to(peer.deviceID) { try change.remove(record.entry.sequence) }
      try transaction.prekeys.deleteAll(of: peer.deviceID)
      try transaction.peers.delete(peer.deviceID)
      return
    }
    for prekey in try transaction.prekeys.of(peer.deviceID) where prekey.deletionTime < now {
      try transaction.prekeys.delete(PrekeyKey(peer: peer.deviceID, id: prekey.id))
    }
    var tended = peer
    tended.quantum.removeExpired(at: now)
    if tended.quantum != peer.quantum { try transaction.peers.put(peer.deviceID, tended) }
  }

  /// Ids whose every copy is outside the replay window by now; the window's line keeps them out whatever the clock
  /// does. The walk begins anywhere: rows that stay, as those of files do, never hide the others for good.
  private func forgetHandledMessages() throws {
    var window = try transaction.settings.get(.replayWindow) ?? ReplayWindow()
    let before = window
    let table = transaction.dedup
    let draw = change.profile.random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let start = RowNumber(rawValue: draw % (try table.next()).rawValue)
    var rows = try table.intact(after: start, limit: Self.dedupRows)
    rows += try table.intact(after: .start, limit: Self.dedupRows - rows.count).filter { $0.arrival <= start }
    for row in rows {
      guard let handled = row.record.handled, handled.isOver(at: now) else { continue }
      window.forget(handled)
      try transaction.dedup.delete(row.record.key)
    }
    if window != before { try transaction.settings.put(.replayWindow, window) }
  }
}
