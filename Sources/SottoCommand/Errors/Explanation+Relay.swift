import CommandLineOutput
import Sotto

extension Explanation.Words {
  static func relay(_ failure: SottoError.RelayFailure) -> Self {
    let doctor = "sotto doctor"
    return switch failure {
    case .unreachable: Self("relayUnreachable", "relay not reached", "no connection", try: doctor)
    case .unknownHost: Self("relayUnknownHost", "relay not reached", "its name has no address", try: doctor)
    case .noAnswer: Self("relayNoAnswer", "relay not reached", "it does not answer", try: doctor)
    case .cancelled: Self("relayCancelled", "relay left", "it was cancelled")
    case .wrongKey: Self("relayWrongKey", "relay refused", "it shows another key than its address names", try: doctor)
    case .protocolViolation: Self("relayProtocol", "relay left", "it does not keep to the protocol", try: doctor)
    case .unsupportedVersion:
      Self("relayVersion", "relay left", "it speaks another version of the protocol", try: "sotto version")
    case .rateLimited(let after):
      Self("rateLimited", "relay is busy", "it asks to wait \((after + 999) / 1_000) s")
    case .refused("localStore"):
      Self("relayRefused", "nothing received", "what came could not be stored here", try: doctor)
    case .refused(let reason):
      Self("relayRefused", "the relay refuses", refusals[reason] ?? shown(reason), try: doctor)
    }
  }

  /// The relay's codes in words
  private static let refusals = [
    "mailboxFull": "the mailbox is full", "rateLimited": "too much was asked of it at once",
    "busy": "it is stopping, or has too much to do", "storageFull": "its disk is full",
    "quotaExceeded": "the mailbox's files take as much as they may",
    "tooManyConnections": "it has as many connections as it may", "tooLarge": "it takes nothing so large",
    "malformed": "it does not understand what was sent", "unknownMailbox": "the mailbox does not exist",
    "badAccessKey": "the mailbox does not accept it", "badProof": "the mailbox belongs to another key",
    "badDeletionKey": "the key to delete with does not fit", "unknownObject": "it has the file no longer",
    "notOpened": "the mailbox was not opened", "objectConflict": "it has another file of that id",
    "badFrame": "it does not understand what was sent", "silence": "nothing was said for too long",
  ]

  static func pairing(_ failure: SottoError.PairingFailure) -> Self {
    let again = "sotto pair invite"
    let (why, next): (String, Explanation.NextStep) =
      switch failure {
      case .expired: ("the invitation was used already, or is too old", .run(again))
      case .ownInvitation: ("the invitation is this profile's own", .none)
      case .refused: ("the other side's messages do not fit the invitation", .run(again))
      case .cancelled: ("the window was closed", .run(again))
      case .tooMany: ("too many pairings have begun and not ended", .run("sotto status"))
      case .unexpectedStep: ("this file is not the next one", .run("sotto help pair"))
      case .noRelay: ("the invitation names no relay, so it works with files only", .run("sotto help pair"))
      }
    return Self("pairing" + failure.rawValue.capitalised, "not paired", why, next)
  }
}

extension String {
  fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
