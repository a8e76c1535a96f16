import SottoCore

/// Whom to send to.
public enum Destination: Sendable, Hashable {
  /// A contact or a group by name, exactly or by an unambiguous prefix.
  case named(String)
  case contact(ContactID)
  case group(GroupID)
}
