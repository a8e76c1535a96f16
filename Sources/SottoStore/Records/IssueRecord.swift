import SottoCore
import SottoWire

/// A delivery issue as it is kept.
public struct IssueRecord: WireCodable, Sendable, Equatable {
  public let issue: DeliveryIssue
  public let messageID: MessageID?
  /// Whose message it was about, where that is known
  public let peer: DeviceID?
  public let at: Timestamp

  public init(issue: DeliveryIssue, messageID: MessageID?, peer: DeviceID?, at: Timestamp) {
    self.issue = issue
    self.messageID = messageID
    self.peer = peer
    self.at = at
  }

  public init(from reader: inout WireReader) throws(WireError) {
    issue = try reader.value()
    messageID = try reader.optional()
    peer = try reader.optional()
    at = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(issue)
    writer.optional(messageID)
    writer.optional(peer)
    writer.value(at)
  }
}
