import SottoWire

/// Why a text is no invitation.
public enum InvitationError: Error, Equatable, Sendable {
  /// It does not start with `SOTTO:`.
  case missingPrefix
  /// A character that base32 does not have, or a text that was cut.
  case invalidText
  /// Made by a later version.
  case unsupportedVersion(UInt8)
  case malformed(WireError)
}
