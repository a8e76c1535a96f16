import SottoCore

/// Something that came and could not be used, or could not be sent.
public struct IssueSummary: Sendable, Equatable {
  public let id: UInt64
  public let kind: Kind
  /// A stable word, such as "notAMember"; nil where the kind says all.
  public let reason: String?
  public let messageID: MessageID?
  /// The other side, where it is known.
  public let name: String?
  public let at: Timestamp

  public enum Kind: String, Sendable, CaseIterable {
    case unreadable, unauthorised, heldForNewerVersion, replayed, malformedContent, handlerGaveUp, sendFailed
    case membership, deviceNotListed, downgraded
  }

  package init(id: UInt64, kind: Kind, reason: String?, messageID: MessageID?, name: String?, at: Timestamp) {
    self.id = id
    self.kind = kind
    self.reason = reason
    self.messageID = messageID
    self.name = name
    self.at = at
  }
}
