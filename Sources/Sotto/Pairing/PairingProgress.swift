import SottoCore

/// Where a pairing stands, in the order in which it happens. A stream of these ends after `paired` with its greetings,
/// or by finishing early where the window closed.
public enum PairingProgress: Sendable, Equatable {
  case waiting
  /// The other side's first message is in.
  case requestReceived(peerName: String)
  /// Both sides now show the same three names.
  case safetyWords(String, peerName: String)
  /// Durable on this side.
  case paired(ContactSummary)
  /// Both greetings are in: each side knows what the other can read.
  case greetingsIn
  case failed(SottoError)
}
