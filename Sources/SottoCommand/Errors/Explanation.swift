import CommandLineOutput
import Sotto

/// An error of the client in words: what happened, why, and what to run next.
package struct Explanation {
  package enum NextStep: Equatable, Sendable {
    /// A command line that can be pasted; capitals stand for what only the person knows.
    case run(String)
    /// The help page of the command that was run
    case help
    /// There is nothing to run: waiting, asking the other side, or doing without.
    case none
  }

  package let code: String
  /// `what happened: why`
  package let message: String
  package let next: NextStep
  package let choices: [String]

  package init(_ error: SottoError) {
    let words = Words(error)
    code = words.code
    message = "\(words.what): \(words.why)"
    next = words.next
    choices = if case .ambiguous(_, let choices) = error { choices.map { $0.typed(among: choices) } } else { [] }
  }

  /// nil where there is nothing to run, or only help.
  package var trying: String? {
    if case .run(let command) = next { command } else { nil }
  }

  /// The parts of an explanation, as each area fills them in.
  struct Words {
    let code: String
    let what: String
    let why: String
    let next: NextStep

    init(_ code: String, _ what: String, _ why: String, _ next: NextStep = .none) {
      self.code = code
      self.what = what
      self.why = why
      self.next = next
    }

    init(_ code: String, _ what: String, _ why: String, try command: String) {
      self.init(code, what, why, .run(command))
    }

    init(_ error: SottoError) {
      self =
        switch error {
        case .profileExists, .noProfile, .inUse, .locked, .store, .newerVersion: .profile(error)
        case .notFound, .ambiguous, .nameTaken, .invalidName: .name(error)
        case .trustNeeded, .notAuthentic, .notForThisDevice: .trust(error)
        case .notGroupCapable, .groupHasNoMembers, .groupFull, .alreadyMember, .notAMember: .group(error)
        case .emptyMessage, .tooLarge, .tooManyAttachments, .noRecipients, .tooOldToRetry: .message(error)
        case .noRelay:
          Words("noRelay", "no relay", "this profile has none, so only files work", try: "sotto relay use ADDRESS")
        case .relayInUse:
          Words(
            "relayInUse", "relay not changed", "others send to the one that is set, and would not learn of another",
            try: "sotto contact list")
        case .relay(let failure): .relay(failure)
        case .pairing(let failure): .pairing(failure)
        case .file(let path, let failure): .file(path, failure)
        case .malformed(let subject): .malformed(subject)
        case .attachmentMissing, .attachmentInFile, .attachmentDamaged, .nothingInside: .content(error)
        case .cancelled, .closed: Words("cancelled", "stopped", "it was cancelled")
        }
    }
  }
}

extension SottoError.Subject {
  /// What people call it
  var noun: String {
    switch self {
    case .outboxEntry: "outbox entry"
    case .relayAddress: "relay address"
    case .pairingFile: "pairing file"
    case .bundle: "sealed file"
    default: rawValue
    }
  }
}
