/// Where `seal` puts its result.
public enum SealOutput: Sendable, Equatable {
  /// A file of this name, which must be free
  case file(String)
  /// Text of at most 1 MiB, attachments included
  case armoured
}
