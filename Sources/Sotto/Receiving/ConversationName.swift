import SottoCore

/// Where a message stands.
public enum ConversationName: Sendable, Hashable {
  case contact(ContactID, name: String)
  case group(GroupID, name: String)
  /// A paired device whose contact is gone or not visible.
  case device(DeviceID, name: String)
  /// Sent with `seal` to several who are no group.
  case sealedFiles

  public var name: String {
    switch self {
    case .contact(_, let name), .group(_, let name), .device(_, let name): name
    case .sealedFiles: "sealed files"
    }
  }
}
