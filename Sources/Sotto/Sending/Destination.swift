import SottoCore

/// Whom to send to.
public enum Destination: Sendable, Hashable {
  /// A contact or a group: by name, exactly or by the start that only one has, or by 8 or more digits of its id.
  case named(String)
  case contact(ContactID)
  case group(GroupID)
}
