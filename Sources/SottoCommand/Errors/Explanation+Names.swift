import CommandLineOutput
import Sotto

extension Explanation.Words {
  static func name(_ error: SottoError) -> Self {
    switch error {
    case .notFound(let subject, let name):
      Self(
        "notFound", "no such \(subject.noun)", "nothing is called '\(shown(name))'",
        listing(subject).map { .run($0) } ?? .none)
    case .ambiguous(let name, let choices):
      Self(
        "ambiguous", "'\(shown(name))' is ambiguous", "it could be \(list(choices.map { $0.label(among: choices) }))",
        choices.first.flatMap { listing($0.subject) }.map { .run($0) } ?? .none)
    case .nameTaken(let name): Self("nameTaken", "name not given", "'\(shown(name))' has it already", .help)
    default: Self("invalidName", "name not given", "it is empty or too long", .help)
    }
  }

  static func trust(_ error: SottoError) -> Self {
    switch error {
    case .trustNeeded(let name, .keyChange):
      Self(
        "keyChange", "nothing sent", "the keys of \(shown(name)) have changed",
        try: "sotto contact verify \(shellQuoted(name))")
    case .trustNeeded(let name, .deviceNotListed):
      Self(
        "deviceNotListed", "nothing sent", "a device of \(shown(name)) is not on its owner's list",
        try: "sotto contact show \(shellQuoted(name))")
    case .notAuthentic:
      Self(
        "notAuthentic", "refused", "it was changed on the way, or does not come from who it claims",
        try: "sotto issues")
    default:
      Self(
        "notForThisDevice", "not opened", "it is sealed to others, or was changed on the way", try: "sotto status")
    }
  }

  static func group(_ error: SottoError) -> Self {
    let groups = "sotto group list"
    return switch error {
    case .notGroupCapable(let name):
      Self(
        "notGroupCapable", "not possible", "\(shown(name)) has not shown yet that it can read group messages",
        try: "sotto contact show \(shellQuoted(name))")
    case .groupHasNoMembers(let name):
      Self(
        "groupHasNoMembers", "nothing sent", "\(shown(name)) has no members",
        try: "sotto group add \(shellQuoted(name)) CONTACT")
    case .groupFull(let max): Self("groupFull", "not added", "a group has at most \(max) members", try: groups)
    case .alreadyMember(let name):
      Self("alreadyMember", "not added", "\(shown(name)) is a member already", try: groups)
    default:
      if case .notAMember(let name) = error {
        Self("notAMember", "not removed", "\(shown(name)) is no member", try: groups)
      } else {
        Self("failed", "not done", "the group does not allow it", try: groups)
      }
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
}

extension SottoError.Choice {
  /// What to type instead: the name or, where several have it, the id
  func typed(among choices: [SottoError.Choice]) -> String {
    isAlone(among: choices) ? name : id
  }

  /// The name and, where several have it, enough of the id to tell them apart
  func label(among choices: [SottoError.Choice]) -> String {
    isAlone(among: choices) ? name : "\(name) (\(subject.noun) \(id.prefix(8)))"
  }

  private func isAlone(among choices: [SottoError.Choice]) -> Bool {
    choices.count { $0.name == name } == 1
  }
}
