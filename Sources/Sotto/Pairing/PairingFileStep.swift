/// What a pairing by files asks for next.
public enum PairingFileStep: Sendable, Equatable {
  /// The bytes of the next file for the other side, and what this side knows now.
  case reply([UInt8], PairingProgress?)
  /// Both sides have each other; nothing more is carried.
  case done(ContactSummary)
}
