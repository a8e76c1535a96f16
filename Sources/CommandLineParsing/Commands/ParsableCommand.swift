/// A command with arguments of its own or with subcommands.
public protocol ParsableCommand: ParsableArguments {
  static var configuration: CommandConfiguration { get }
  mutating func run() throws
}

extension ParsableCommand {
  public static var configuration: CommandConfiguration { CommandConfiguration() }

  /// A command that only has subcommands does nothing by itself; parsing does not choose it.
  public mutating func run() throws {}

  static var name: String {
    if let name = configuration.commandName { return name }
    let type = String(describing: Self.self)
    return kebabCase(type.hasSuffix("Command") && type != "Command" ? String(type.dropLast(7)) : type)
  }

  /// What the program is called, where this is its root
  public static var programName: String { name }

  /// Parses the arguments after the program's name into the command that they ask for, which is not always one of the
  /// declared ones: see `HelpCommand`.
  public static func parseAsRoot(_ arguments: [String]) throws(UsageError) -> any ParsableCommand {
    try parse(arguments).command
  }

  /// The same, and what to run to learn more of the command.
  public static func parse(
    _ arguments: [String]
  ) throws(UsageError) -> (command: any ParsableCommand, helpCommand: String) {
    var parser = CommandParser(root: self)
    let command = try parser.parse(arguments)
    return (command, parser.helpCommand)
  }

  /// Parses `CommandLine.arguments`, runs the command and ends the process where it fails.
  public static func main() {
    do {
      var command = try parseAsRoot(Array(CommandLine.arguments.dropFirst()))
      try command.run()
    } catch {
      exit(withError: error)
    }
  }
}

/// A command whose work is asynchronous.
public protocol AsyncParsableCommand: ParsableCommand {
  mutating func run() async throws
}

extension AsyncParsableCommand {
  public static func main() async {
    do {
      var command = try parseAsRoot(Array(CommandLine.arguments.dropFirst()))
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      exit(withError: error)
    }
  }
}
