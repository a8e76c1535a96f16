import CommandLineOutput
import CommandLineParsing
import Sotto

struct GroupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "group", abstract: "Your own lists of contacts to write to.",
    subcommands: [Create.self, List.self, Show.self, Add.self, Remove.self, Delete.self], defaultSubcommand: List.self)

  @OptionGroup var global: GlobalOptions

  struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Make one.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "What it is called here.") var name: String
    @Argument(help: "Contacts.") var members: [String] = []

    func run() async throws {
      try await global.show { sotto in
        do {
          return try await sotto.createGroup(named: name, members: members)
        } catch let error as SottoError {
          guard case .nameTaken(let taken) = error else { throw error }
          throw CommandFailure(error, trying: "sotto group show \(shellQuoted(taken))")
        }
      }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List them.")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      try await global.list(ifEmpty: "no groups yet", trying: "sotto group create NAME CONTACT") {
        try await $0.groups()
      }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show one.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A group's name, or the start of its id.") var name: String

    func run() async throws {
      try await global.show { try await $0.group(named: name) }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add contacts to one.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A group's name, or the start of its id.") var name: String
    @Argument(help: "Contacts.") var members: [String]

    func run() async throws {
      try await global.show { try await $0.addToGroup(named: name, members: members) }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove contacts from one.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A group's name, or the start of its id.") var name: String
    @Argument(help: "Contacts.") var members: [String]

    func run() async throws {
      try await global.show { try await $0.removeFromGroup(named: name, members: members) }
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete one, with its messages.", discussion: "Cannot be undone. The contacts stay.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "A group's name, or the start of its id.") var name: String
    @Flag(help: "Do not ask.") var yes = false

    func run() async throws {
      try await global.withProfile { sotto, output in
        let group = try await sotto.group(named: name)
        try confirm(
          "Delete the group \(shown(group.name)) and what was sent to it?", isConfirmed: yes, by: "--yes",
          trying: "sotto group delete \(shellQuoted(group.name)) --yes")
        let deleted = try await sotto.deleteGroup(named: group.id.description)
        output.line("deleted \(shown(deleted.name))")
        output.finish(["deleted": .object(deleted.json)])
      }
    }
  }
}
