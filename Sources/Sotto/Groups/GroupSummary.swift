import SottoCore

/// A private group: this device's own list of recipients.
public struct GroupSummary: Sendable, Equatable {
  public let id: GroupID
  public let name: String
  public let createdAt: Timestamp
  public let members: [ContactSummary]

  package init(id: GroupID, name: String, createdAt: Timestamp, members: [ContactSummary]) {
    self.id = id
    self.name = name
    self.createdAt = createdAt
    self.members = members
  }
}
