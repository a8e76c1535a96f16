import CommandLineOutput
import CommandLineParsing
import Sotto

struct Contact: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The people you have met.",
    subcommands: [List.self, Show.self, Verify.self, Rename.self, Delete.self], defaultSubcommand: List.self)

  @OptionGroup var global: GlobalOptions

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List them.")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      try await global.list(ifEmpty: "no contacts yet", trying: "sotto pair invite") { try await $0.contacts() }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show one, with safety words and devices.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A contact's name, or the start of its id.") var name: String

    func run() async throws {
      try await global.show { try await $0.contact(named: name) }
    }
  }

  struct Rename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give one a name of your own.", discussion: "Without a new name the two words of the device return.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A contact's name, or the start of its id.") var name: String
    @Argument(help: "The new name.") var newName: String?

    func run() async throws {
      try await global.show { sotto in
        do {
          return try await sotto.renameContact(named: name, to: newName).summary
        } catch let error as SottoError {
          guard case .nameTaken(let taken) = error else { throw error }
          throw CommandFailure(error, trying: "sotto contact show \(shellQuoted(taken))")
        }
      }
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete one, with the conversation.", discussion: "Cannot be undone. Groups lose the member.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A contact's name, or the start of its id.") var name: String
    @Flag(help: "Do not ask.") var yes = false

    func run() async throws {
      try await global.withProfile { sotto, output in
        let contact = try await sotto.contact(named: name).summary
        try confirm(
          "Delete \(shown(contact.name)) and all messages?", isConfirmed: yes, by: "--yes",
          trying: "sotto contact delete \(shellQuoted(contact.name)) --yes")
        let deleted = try await sotto.deleteContact(named: contact.id.description)
        output.line("deleted \(shown(deleted.name))")
        output.finish(["deleted": .object(deleted.json)])
      }
    }
  }
}
