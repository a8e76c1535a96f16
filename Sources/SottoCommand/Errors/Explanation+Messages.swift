import CommandLineOutput
import Sotto

extension Explanation.Words {
  static func message(_ error: SottoError) -> Self {
    switch error {
    case .emptyMessage: Self("emptyMessage", "nothing done", "there is neither text nor a file", .help)
    case .tooLarge(let limit): Self("tooLarge", "too large", "the limit is \(sizeText(limit))", .help)
    case .tooManyAttachments(let limit): Self("tooManyAttachments", "too many files", "the limit is \(limit)", .help)
    case .tooOldToRetry:
      Self(
        "tooOldToRetry", "not sent again", "it is more than 23 days old, and its recipient could take it for a replay",
        try: "sotto outbox discard ID")
    default: Self("noRecipients", "nothing done", "there is nobody to send it to", try: "sotto contact list")
    }
  }

  static func content(_ error: SottoError) -> Self {
    switch error {
    case .attachmentMissing:
      Self("attachmentMissing", "attachment is gone", "the sender's relay has it no longer")
    case .attachmentInFile:
      Self(
        "attachmentInFile", "not saved", "it lies in the sealed file that the message came in",
        try: "sotto open FILE --to DIR")
    case .nothingInside:
      Self(
        "nothingInside", "nothing to show", "the file completes a pairing and holds no message",
        try: "sotto contact list")
    default:
      Self("attachmentDamaged", "attachment refused", "it is incomplete, or not what the sender sealed")
    }
  }

  static func malformed(_ subject: SottoError.Subject) -> Self {
    let article = "aeiou".contains(subject.noun.first ?? " ") ? "an" : "a"
    let why = "this is not \(article) \(subject.noun), or it is damaged"
    return switch subject {
    case .recipient: Self("cannotSeal", "nothing sealed", "no key of this recipient can be used", try: "sotto doctor")
    case .relayAddress: Self("malformed", "not understood", why, try: "sotto-relay address --data DIR")
    case .pairingFile: Self("malformed", "not understood", why, try: "sotto help pair")
    case .invitation, .bundle: Self("malformed", "not understood", why, .help)
    default: Self("malformed", "not understood", why)
    }
  }
}
