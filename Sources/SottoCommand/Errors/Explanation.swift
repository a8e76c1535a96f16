import Sotto

/// An error of the client in words: what happened, why, and what to run next.
package struct Explanation {
  package let code: String
  package let message: String
  package let trying: String?
  package let choices: [String]

  package init(_ error: SottoError) {
    let words = Self.words(for: error)
    code = words.code
    message = "\(words.what): \(words.why)"
    trying = words.trying
    choices = if case .ambiguous(_, let choices) = error { Self.names(of: choices) } else { [] }
  }

  private typealias Words = (code: String, what: String, why: String, trying: String?)

  private static func words(for error: SottoError) -> Words {
    switch error {
    case .profileExists, .noProfile, .inUse, .locked, .store, .newerVersion: profile(error)
    case .notFound, .ambiguous, .nameTaken, .invalidName: name(error)
    case .trustNeeded, .notAuthentic, .notForThisDevice: trust(error)
    case .notGroupCapable, .groupHasNoMembers, .groupFull, .alreadyMember, .notAMember: group(error)
    case .emptyMessage, .tooLarge, .tooManyAttachments, .noRecipients: message(error)
    case .noRelay: ("noRelay", "no relay", "this profile has none, so only files work", "sotto relay use ADDRESS")
    case .relay(let failure): relay(failure)
    case .pairing(let failure): pairing(failure)
    case .file(let path, let failure): file(path, failure)
    case .malformed(let subject): malformed(subject)
    case .attachmentMissing: ("attachmentMissing", "attachment is gone", "the sender's relay has it no longer", nil)
    case .attachmentDamaged: ("attachmentDamaged", "attachment refused", "it is not what the sender sealed", nil)
    case .cancelled, .closed: ("cancelled", "stopped", "it was cancelled", nil)
    }
  }

  private static func profile(_ error: SottoError) -> Words {
    switch error {
    case .profileExists(let path):
      ("profileExists", "profile not made", "there is one in \(shown(path))", "sotto status")
    case .noProfile(let path): ("noProfile", "no profile", "there is none in \(shown(path))", "sotto init")
    case .inUse: ("inUse", "profile in use", "another sotto process holds it", nil)
    case .locked: ("locked", "profile locked", "it opens with a PIN", nil)
    case .store(.full): ("storeFull", "nothing written", "the disk is full", "sotto doctor")
    case .store(.readOnly): ("storeReadOnly", "nothing written", "the profile's folder is read-only", "sotto doctor")
    case .store(.damaged): ("storeDamaged", "profile not readable", "its files are damaged", "sotto doctor")
    case .store(.unavailable):
      ("storeUnavailable", "profile not readable", "the system refuses access to it", "sotto doctor")
    case .store(.keyMissing):
      ("storeKeyMissing", "profile not readable", "the device's key does not belong to it", nil)
    default: ("newerVersion", "not understood", "a newer Sotto wrote it; update this one", "sotto version")
    }
  }

  private static func name(_ error: SottoError) -> Words {
    switch error {
    case .notFound(let subject, let name):
      ("notFound", "no such \(noun(subject))", "nothing is called '\(shown(name))'", listing(subject))
    case .ambiguous(let name, let choices):
      ("ambiguous", "'\(shown(name))' is ambiguous", "it could be \(list(labels(of: choices)))", nil)
    case .nameTaken(let name): ("nameTaken", "name not given", "'\(shown(name))' has it already", nil)
    default: ("invalidName", "name not given", "it is empty or too long", nil)
    }
  }

  private static func trust(_ error: SottoError) -> Words {
    switch error {
    case .trustNeeded(let name, .keyChange):
      (
        "keyChange", "nothing sent", "the keys of \(shown(name)) have changed",
        "sotto contact verify \(shellQuoted(name))"
      )
    case .trustNeeded(let name, .deviceNotListed):
      (
        "deviceNotListed", "nothing sent", "a device of \(shown(name)) is not on its owner's list",
        "sotto contact show \(shellQuoted(name))"
      )
    case .notAuthentic: ("notAuthentic", "refused", "it does not come from who it claims", "sotto issues")
    default: ("notForThisDevice", "not opened", "it is sealed to others, or was changed on the way", nil)
    }
  }

  private static func group(_ error: SottoError) -> Words {
    switch error {
    case .notGroupCapable(let name):
      (
        "notGroupCapable", "not possible", "\(shown(name)) has not shown yet that it can read group messages",
        "sotto contact show \(shellQuoted(name))"
      )
    case .groupHasNoMembers(let name):
      (
        "groupHasNoMembers", "nothing sent", "\(shown(name)) has no members",
        "sotto group add \(shellQuoted(name)) CONTACT"
      )
    case .groupFull(let max): ("groupFull", "not added", "a group has at most \(max) members", nil)
    case .alreadyMember(let name): ("alreadyMember", "not added", "\(shown(name)) is a member already", nil)
    case .notAMember(let name): ("notAMember", "not removed", "\(shown(name)) is no member", nil)
    default: ("failed", "not done", "the group does not allow it", nil)
    }
  }

  private static func message(_ error: SottoError) -> Words {
    switch error {
    case .emptyMessage: ("emptyMessage", "nothing sent", "there is neither text nor a file", "sotto help send")
    case .tooLarge(let limit): ("tooLarge", "too large", "the limit is \(sizeText(limit))", nil)
    case .tooManyAttachments(let limit): ("tooManyAttachments", "too many files", "the limit is \(limit)", nil)
    default: ("noRecipients", "nothing sent", "there is nobody to send it to", "sotto contact list")
    }
  }

  private static func relay(_ failure: SottoError.RelayFailure) -> Words {
    switch failure {
    case .unreachable: ("relayUnreachable", "relay not reached", "no connection", "sotto doctor")
    case .unknownHost: ("relayUnknownHost", "relay not reached", "its name has no address", "sotto doctor")
    case .cancelled: ("relayCancelled", "relay left", "it was cancelled", nil)
    case .wrongKey: ("relayWrongKey", "relay refused", "it shows another key than its address names", "sotto doctor")
    case .protocolViolation: ("relayProtocol", "relay left", "it does not keep to the protocol", "sotto doctor")
    case .unsupportedVersion: ("relayVersion", "relay left", "it speaks another version of the protocol", nil)
    case .rateLimited(let after):
      ("rateLimited", "relay is busy", "it asks to wait \((after + 999) / 1_000) s", nil)
    case .refused(let reason): ("relayRefused", "relay refused", shown(reason), "sotto doctor")
    case .noAnswer: ("relayNoAnswer", "relay not reached", "it does not answer", "sotto doctor")
    }
  }

  private static func pairing(_ failure: SottoError.PairingFailure) -> Words {
    let again = "sotto pair invite"
    let words: (why: String, trying: String?) =
      switch failure {
      case .expired: ("the invitation is too old", again)
      case .ownInvitation: ("the invitation is this profile's own", nil)
      case .refused: ("the other side's messages do not fit the invitation", again)
      case .cancelled: ("the window was closed", again)
      case .tooMany: ("too many pairings have begun and not ended", "sotto status")
      case .unexpectedStep: ("this file is not the next one", nil)
      case .noRelay: ("the invitation names no relay, so it works with files only", "sotto help pair accept")
      }
    return ("pairing" + capitalised(failure.rawValue), "not paired", words.why, words.trying)
  }

  private static func file(_ path: String, _ failure: SottoError.FileFailure) -> Words {
    let path = shown(path)
    return switch failure {
    case .notFound: ("fileNotFound", "file not read", "there is no \(path)", nil)
    case .notRegular: ("fileNotRegular", "file not read", "\(path) is no regular file", nil)
    case .unreadable: ("fileUnreadable", "file not read", "\(path) cannot be read", nil)
    case .unwritable: ("fileUnwritable", "file not written", "\(path) cannot be written", nil)
    case .exists: ("fileExists", "file not written", "there is a \(path) already", nil)
    case .changed: ("fileChanged", "file not read", "\(path) changed meanwhile", nil)
    case .full: ("fileDiskFull", "file not written", "the disk of \(path) is full", nil)
    }
  }

  private static func malformed(_ subject: SottoError.Subject) -> Words {
    let noun = noun(subject)
    let article = "aeiou".contains(noun.first ?? " ") ? "an" : "a"
    return ("malformed", "not understood", "this is not \(article) \(noun), or it is damaged", nil)
  }

  private static func noun(_ subject: SottoError.Subject) -> String {
    switch subject {
    case .outboxEntry: "outbox entry"
    case .relayAddress: "relay address"
    case .pairingFile: "pairing file"
    default: subject.rawValue
    }
  }

  private static func listing(_ subject: SottoError.Subject) -> String? {
    switch subject {
    case .contact, .recipient: "sotto contact list"
    case .group: "sotto group list"
    case .message, .attachment: "sotto read"
    case .outboxEntry: "sotto outbox"
    case .issue: "sotto issues"
    default: nil
    }
  }

  private static func list(_ choices: [String]) -> String {
    let maximum = 12
    let names = choices.prefix(maximum).map { shown($0) }
    return names.joined(separator: ", ") + (choices.count > maximum ? " and \(choices.count - maximum) more" : "")
  }

  /// What to type instead: names or, where several have the same, ids
  private static func names(of choices: [SottoError.Choice]) -> [String] {
    choices.map { choice in isAlone(choice, in: choices) ? choice.name : choice.id }
  }

  private static func labels(of choices: [SottoError.Choice]) -> [String] {
    choices.map { choice in
      isAlone(choice, in: choices)
        ? choice.name : "\(choice.name) (\(noun(choice.subject)) \(choice.id.prefix(8)))"
    }
  }

  private static func isAlone(_ choice: SottoError.Choice, in choices: [SottoError.Choice]) -> Bool {
    choices.count { $0.name == choice.name } == 1
  }

  private static func capitalised(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }
}

/// As it can be pasted into a shell.
func shellQuoted(_ text: String) -> String {
  let isPlain = !text.isEmpty && text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
  let parts = shown(text).split(separator: "'", omittingEmptySubsequences: false)
  return isPlain ? text : "'" + parts.joined(separator: "'\\''") + "'"
}
