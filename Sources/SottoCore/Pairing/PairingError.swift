/// Why a pairing did not begin, or why one of its messages was refused. A refused message leaves the pairing where it
/// was; only where `isOver` has turned true is it at its end.
public enum PairingError: Error, Equatable, Sendable {
  /// The invitation's time is over, for the joiner 24 hours later.
  case expired
  /// The invitation is the device's own.
  case ownInvitation
  /// The pairing has ended: completed, given up or failed.
  case ended
  /// A message that this side does not take, or not yet.
  case unexpectedMessage
  /// Another request owns the window.
  case windowTaken
  /// The envelope's author is not the device that the message speaks for.
  case wrongAuthor
  /// The request's MAC: its sender does not know the invitation.
  case unknownInvitation
  /// The offer's package is not the one that the invitation names.
  case wrongPackage
  case invalidPackage(IdentityError)
  /// The device list is not signed by the account, or does not name the device.
  case invalidDeviceList
  /// The nonce is not the one that was committed to.
  case wrongNonce
  /// The confirmation MAC: the two sides do not hold the same keys or have not seen the same messages.
  case wrongMAC
  /// Both packages have an encapsulation key, and the ciphertext or the provider is missing.
  case keyMaterialVanished
  case kem(KEMError)
  case keyAgreementFailed
}
