import CommandLineParsing

/// A program with every form that a command line can have.
struct SampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample", abstract: "Does things.", version: "1", subcommands: [Send.self, Entries.self])
  @Option(name: .shortAndLong, help: "Where.") var profile: String?
  @Flag(help: "JSON.") var json = false

  enum Goal: String, CaseIterable, ExpressibleByArgument {
    case relay, stored
  }

  struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Send.")
    @Argument(help: "Who.") var to: String
    @Argument(help: "What.") var text: [String] = []
    @Option(name: .shortAndLong, help: "Files.") var file: [String] = []
    @Option(help: "Until.") var waitFor: Goal = .relay
    @Option(help: "How often.") var count = 1
    @Flag(name: .short, help: "All.") var all = false
    @Flag(name: .customShort("b"), help: "Brief.") var brief = false
  }

  struct Entries: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Entries.", subcommands: [Retry.self], aliases: ["ls"])

    struct Retry: ParsableCommand {
      static let configuration = CommandConfiguration(abstract: "Again.")
      @Argument(help: "Which.") var id: UInt64
    }
  }
}
