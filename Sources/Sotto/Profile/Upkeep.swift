import SottoCore
import SottoStore

/// What time takes away, inside one transaction at each opening of a profile.
struct Upkeep {
  /// How long a peer outlives its last contact
  static let namelessPeer = TimeSpan.days(90)
  /// Handled messages that are looked at: the oldest come first, so that each opening ends
  private static let dedupRows = 4_096

  let transaction: StoreTransaction
  let profile: OpenProfile
  private var now: Timestamp { profile.now }

  func run() throws {
    try forgetHandledMessages()
    for peer in try transaction.peers.all() { try tend(peer) }
    for join in try transaction.pendingJoins.all() {
      var join = join
      if join.expire(at: now) { try transaction.pendingJoins.delete(join.invitation.windowKey) }
    }
    for window in try transaction.pairingWindows.all() {
      var window = window
      if window.expire(at: now) { try transaction.pairingWindows.delete(window.invitation.windowKey) }
    }
    for group in try transaction.groups.all() where !group.isPadded {
      try transaction.groups.put(group.padded(random: profile.random))
    }
  }

  private func tend(_ peer: PeerRecord) throws {
    if let since = peer.namelessSince, now.since(since) > Self.namelessPeer {
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
  /// does.
  private func forgetHandledMessages() throws {
    var window = try transaction.settings.get(.replayWindow) ?? ReplayWindow()
    let before = window
    for row in try transaction.dedup.after(.start, limit: Self.dedupRows) {
      guard let handled = row.record.handled, handled.isOver(at: now) else { continue }
      window.forget(handled)
      try transaction.dedup.delete(row.record.key)
    }
    if window != before { try transaction.settings.put(.replayWindow, window) }
  }
}
