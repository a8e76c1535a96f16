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
    @Argument(help: "A contact's name.") var name: String
    @Option(help: "The words that the other person sees.") var words: String?
    @Flag(help: "The words were compared and are the same.") var yes = false

    func run() async throws {
      try await global.withProfile { sotto, output in
        let contact = try await sotto.contact(named: name)
        if let words {
          try compare(words, with: contact)
        } else {
          let known = contact.safetyWords.map { "The safety words are \($0). " } ?? ""
          try confirm("\(known)Does \(shown(contact.summary.name)) see the same?", isConfirmed: yes, flag: "--yes")
        }
        let verified = try await sotto.verifyContact(named: contact.summary.id.description)
        output.line("\(shown(verified.summary.name)) is verified")
        output.finish(["contact": .object(verified.summary.json)])
      }
    }

    private func compare(_ words: String, with contact: ContactDetail) throws {
      func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter } }
      guard let known = contact.safetyWords, plain(known) == plain(words) else {
        throw CommandFailure(
          code: "safetyWordsDiffer", message: "not verified: the safety words are not the same",
          trying: "sotto contact show \(shellQuoted(contact.summary.name))", exitCode: .trustNeeded)
      }
    }
  }
}
