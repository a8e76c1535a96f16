import CommandLineOutput
import CommandLineParsing
import Sotto

extension Contact {
  struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Note that the safety words were compared.",
      discussion: """
        Shows the words and asks whether the other person has the same. '--words' compares with what they told; \
        '--yes' says that it was done already.
        """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A contact's name, or the start of its id.") var name: String
    /// What follows the first safety word where they are not quoted
    @Argument(help: .hidden) var moreWords: [String] = []
    @Option(help: "The words that the other person sees.") var words: String?
    @Flag(help: "The words were compared and are the same.") var yes = false

    func run() async throws {
      guard words != nil || moreWords.isEmpty else { throw misplaced([name] + moreWords) }
      try await global.withProfile { sotto, output in
        let contact = try await contact(of: sotto)
        try compare(with: contact)
        let verified = try await sotto.verifyContact(named: contact.summary.id.description)
        output.line("\(shown(verified.summary.name)) is verified")
        output.finish(["contact": .object(verified.summary.json)])
      }
    }

    private func contact(of sotto: Sotto) async throws -> ContactDetail {
      do {
        return try await sotto.contact(named: name)
      } catch {
        // Words without quotes in front of the name: the last word is the name.
        guard case .notFound = error, let words, let last = moreWords.last else { throw error }
        throw misplaced([last, words, name] + moreWords.dropLast())
      }
    }

    private func misplaced(_ parts: [String]) -> CommandFailure {
      let (name, words) = (shellQuoted(parts[0]), shellQuoted(parts.dropFirst().joined(separator: " ")))
      return CommandFailure(
        code: "usage", message: "not understood: the safety words follow --words, behind the name",
        trying: "sotto contact verify \(name) --words \(words)", exitCode: .usage)
    }

    private func compare(with contact: ContactDetail) throws {
      let name = contact.summary.name
      guard let words else {
        let known = contact.safetyWords.map { "The safety words are \($0). " } ?? ""
        return try confirm(
          "\(known)Does \(shown(name)) see the same?", isConfirmed: yes, by: "--words or --yes",
          trying: "sotto contact verify \(shellQuoted(name)) --words 'THREE WORDS'")
      }
      let typed = ([words] + moreWords).joined()
      guard let known = contact.safetyWords, letters(known) == letters(typed) else {
        throw CommandFailure(
          code: "safetyWordsDiffer", message: "not verified: the safety words are not the same",
          trying: "sotto contact show \(shellQuoted(name))", exitCode: .trustNeeded)
      }
    }

    /// Case and spaces are what people tell differently.
    private func letters(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
  }
}
