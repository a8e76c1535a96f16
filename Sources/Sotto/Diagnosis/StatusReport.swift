import SottoCore

/// A profile at a glance.
public struct StatusReport: Sendable, Equatable {
  public let own: OwnProfile
  public let contacts: Int
  public let groups: Int
  public let unread: Int
  /// Entries that wait for a relay.
  public let waiting: Int
  public let failed: Int
  public let issues: Int
  /// Envelopes left at the relay because a newer Sotto wrote them, as far as this process has seen.
  public let heldForNewerVersion: Int
  public let pairingsInProgress: Int

  package init(
    own: OwnProfile, contacts: Int, groups: Int, unread: Int, waiting: Int, failed: Int, issues: Int,
    heldForNewerVersion: Int, pairingsInProgress: Int
  ) {
    self.own = own
    self.contacts = contacts
    self.groups = groups
    self.unread = unread
    self.waiting = waiting
    self.failed = failed
    self.issues = issues
    self.heldForNewerVersion = heldForNewerVersion
    self.pairingsInProgress = pairingsInProgress
  }
}
