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
      try await global.withProfile { sotto, output in
        output.show(try await sotto.contacts(), ifEmpty: "no contacts yet: 'sotto pair invite' meets someone")
      }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show one, with safety words and devices.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A contact's name, or the start of its id.") var name: String

    func run() async throws {
      try await global.withProfile { sotto, output in
        output.show(try await sotto.contact(named: name))
        output.finish()
      }
    }
  }

  struct Rename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give one a name of your own.", discussion: "Without a new name the two words of the device return.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A contact's name.") var name: String
    @Argument(help: "The new name.") var newName: String?

    func run() async throws {
      try await global.withProfile { sotto, output in
        output.show(try await sotto.renameContact(named: name, to: newName).summary)
        output.finish()
      }
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete one, with the conversation.", discussion: "Cannot be undone. Groups lose the member.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A contact's name.") var name: String
    @Flag(help: "Do not ask.") var yes = false

    func run() async throws {
      try await global.withProfile { sotto, output in
        let contact = try await sotto.contact(named: name).summary
        try confirm("Delete \(shown(contact.name)) and all messages?", isConfirmed: yes, flag: "--yes")
        let deleted = try await sotto.deleteContact(named: contact.id.description)
        output.line("deleted \(shown(deleted.name))")
        output.finish(["deleted": .object(deleted.json)])
      }
    }
  }
}

/// Asks where somebody is there to answer; elsewhere the flag has to be given.
func confirm(_ question: String, isConfirmed: Bool, flag: String) throws {
  guard !isConfirmed else { return }
  switch Terminal.confirm(question) {
  case true?: return
  case false?: throw CommandFailure(code: "declined", message: "nothing done: it was not confirmed")
  case nil:
    throw CommandFailure(
      code: "confirmationNeeded", message: "nothing done: there is no terminal to ask on, \(flag) confirms it",
      exitCode: .usage)
  }
}
