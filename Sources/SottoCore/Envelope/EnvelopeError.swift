import SottoWire

/// Why an envelope could not be sealed or opened.
public enum EnvelopeError: Error, Equatable, Sendable {
  /// Not the encoding of an envelope, or its sealed part is not that of one.
  case malformed(WireError)
  /// A later end-to-end version: hold the bytes until an update. Found before any key is used.
  case unsupportedVersion(UInt8)
  /// Sealed to another mailbox.
  case notForThisMailbox
  /// The sealed part does not open under this mailbox's key.
  case authenticationFailure
  /// It opens, but the author that it names did not sign it.
  case signatureInvalid
  /// To be sealed with a signature that is not the named author's.
  case authorMismatch
  /// The recipient's key is not usable.
  case invalidRecipientKey
  /// A body above `Envelope.maximumBodySize`.
  case bodyTooLong(max: Int)
}
