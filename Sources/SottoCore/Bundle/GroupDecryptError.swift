/// What a bundle was refused for, in the order of the checks. People are told one sentence for all of them.
public enum GroupDecryptError: Error, Equatable, Sendable {
  /// Mode `group` without an envelope or without recipients.
  case noGroupEnvelope
  case tooManyRecipients(max: Int)
  /// No slot, or no single-recipient key, opened here.
  case recipientSlotNotFound
  /// What was sealed for this device is not a payload.
  case malformedPayload
  /// Somebody else wrote in the sender's name, or the body is not the one that was signed.
  case senderSignatureInvalid
  case bodyAuthenticationFailed
  case missingGroupID
  /// The group inside is not the one that the envelope was made for.
  case blindMismatch
  case senderProofMismatch
  case unauthorised(Unauthorised)

  public enum Unauthorised: Hashable, Sendable {
    case notAMember
  }
}
