import CommandLineParsing
import Testing

// A program with the forms that a command line can have.

struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tool", abstract: "Does things.", version: "1.2.3",
    subcommands: [Send.self, Box.self, Seal.self, Hidden.self, Shelf.self])
  @OptionGroup var shared: Shared
}

struct Shared: ParsableArguments {
  @Option(name: .shortAndLong, help: "Where the data lies.") var profile: String?
  @Flag(help: "Answer in JSON.") var json = false

  func validate() throws {
    if profile == "" { throw ValidationError("the profile has no name") }
  }
}

enum Goal: String, CaseIterable, ExpressibleByArgument {
  case relay, stored
}

struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Send a message.", discussion: "Waits for the relay.")
  @OptionGroup var shared: Shared
  @Argument(help: "Who gets it.") var to: String
  @Argument(help: "What it says; - reads it from standard input.") var text: String?
  @Option(name: .shortAndLong, help: ArgumentHelp("A file to send along.", valueName: "path")) var file: [String] = []
  @Option(help: "How long to wait.") var waitFor: Goal = .relay
  @Option(name: [.customShort("n"), .customLong("count")], help: "How often.") var repeats = 1
  @Option(help: "Even numbers only.", transform: evenNumber) var even: Int?
  @Flag(name: .short, help: "All.") var all = false
  @Flag(name: .customShort("b"), help: "Brief.") var brief = false
  @Option(help: .hidden) var secret: String?

  func validate() throws {
    if all && brief { throw ValidationError("-a and -b exclude each other") }
  }
}

struct Odd: Error, CustomStringConvertible { let description = "it is odd" }

func evenNumber(_ text: String) throws -> Int {
  guard let number = Int(text), number % 2 == 0 else { throw Odd() }
  return number
}

struct Box: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "What waits.", subcommands: [ListEntries.self, Retry.self], defaultSubcommand: ListEntries.self)
  @OptionGroup var shared: Shared

  struct ListEntries: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List it.", aliases: ["ls"])
    @OptionGroup var shared: Shared
    @Flag(help: "Failed ones only.") var failed = false
    @Argument() var filter: String?
  }

  struct Retry: ParsableCommand {
    @OptionGroup var shared: Shared
    @Argument() var id: UInt64
  }
}

struct Shelf: ParsableCommand {
  static let configuration = CommandConfiguration(
    shouldDisplay: false, subcommands: [Box.Retry.self, Show.self], defaultSubcommand: Show.self)

  struct Show: ParsableCommand {
    @Flag var wide = false
  }
}

struct Seal: ParsableCommand {
  @Argument(help: "Who can open it.") var recipients: [String]
  @Option(name: .shortAndLong) var output: String
}

struct Hidden: ParsableCommand {
  static let configuration = CommandConfiguration(shouldDisplay: false)
}

func parse<Command>(_ words: String..., as type: Command.Type = Command.self) throws -> Command {
  let command = try Tool.parseAsRoot(words)
  return try #require(command as? Command)
}

func reason(_ words: String...) -> UsageError.Reason? {
  do {
    _ = try Tool.parseAsRoot(words)
    return nil
  } catch {
    return error.reason
  }
}
