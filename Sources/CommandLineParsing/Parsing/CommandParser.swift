/// Finds the command that is asked for, level by level, and has its arguments parsed.
struct CommandParser {
  private let root: any ParsableCommand.Type
  /// Names of the commands recognised so far, the program's first.
  private var path: [String] = []
  private var inheritedGroups: [any ParsableArguments] = []

  init(root: any ParsableCommand.Type) {
    self.root = root
  }

  mutating func parse(_ words: [String]) throws(UsageError) -> any ParsableCommand {
    var type = root
    var rest = words[...]
    path = [root.name]
    if let text = try generated(words) { return HelpCommand(text: text, subject: .generated) }
    while true {
      var command = type.init()
      let set = ArgumentSet(of: command, inheriting: inheritedGroups)
      var arguments = ArgumentParser(set: set, path: path)
      let hasSubcommands = !type.configuration.subcommands.isEmpty
      let stop = try arguments.parse(
        &rest, stopsAtValue: hasSubcommands, stopsAtUnknown: type.configuration.defaultSubcommand != nil)
      switch stop {
      case .help: return HelpCommand(text: HelpGenerator(type, path: path).text)
      case .version: return HelpCommand(text: root.configuration.version, subject: .version)
      case .end where !hasSubcommands:
        try arguments.requireAll()
        try validate(&command, set)
        return command
      case .end, .value:
        inheritedGroups += set.groups.map(\.group)
        guard let next = try subcommand(of: type, &rest) else {
          return HelpCommand(text: try help(for: rest))
        }
        type = next
      }
    }
  }

  /// Of the command that was found
  var helpCommand: String { UsageError(command: path, reason: .missingCommand).helpCommand }

  /// `--generate-completion-script SHELL` and `--generate-manual`, by themselves: for those who package the program.
  private func generated(_ words: [String]) throws(UsageError) -> String? {
    switch words.first {
    case "--generate-manual" where words.count == 1:
      return ManualPage(root).text
    case "--generate-completion-script" where words.count == 2:
      guard let shell = CompletionShell(argument: words[1]) else {
        let shells = CompletionShell.allValueStrings.joined(separator: ", ")
        throw UsageError(
          command: path,
          reason: .invalidValue(words[1], for: "--generate-completion-script <shell>", expected: "expected \(shells)"))
      }
      return CompletionScript(root).text(for: shell)
    default:
      return nil
    }
  }

  /// The next level down; nil for the root's `help`. Takes the name off `rest`.
  private mutating func subcommand(
    of type: any ParsableCommand.Type, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> (any ParsableCommand.Type)? {
    let configuration = type.configuration
    if let word = rest.first {
      if let found = Self.find(word, in: configuration.subcommands) {
        rest.removeFirst()
        path.append(found.name)
        return found
      }
      if word == "help", path.count == 1 {
        rest.removeFirst()
        return nil
      }
    }
    if let fallback = configuration.defaultSubcommand, rest.isEmpty || Self.accepts(rest, fallback) {
      path.append(fallback.name)
      return fallback
    }
    guard let word = rest.first else { throw UsageError(command: path, reason: .missingCommand) }
    throw unknownCommand(word, in: configuration.subcommands)
  }

  /// A word that is no option and that the command has no place for is a mistyped command.
  private static func accepts(_ words: ArraySlice<String>, _ type: any ParsableCommand.Type) -> Bool {
    guard let word = words.first, case .value = ArgumentToken(word) else { return true }
    return !ArgumentSet(of: type.init()).positionals.isEmpty
  }

  /// `help contact show`
  private mutating func help(for words: ArraySlice<String>) throws(UsageError) -> String {
    var type = root
    for word in words where !word.hasPrefix("-") {
      guard let found = Self.find(word, in: type.configuration.subcommands) else {
        throw unknownCommand(word, in: type.configuration.subcommands)
      }
      type = found
      path.append(found.name)
    }
    return HelpGenerator(type, path: path).text
  }

  private func unknownCommand(_ word: String, in commands: [any ParsableCommand.Type]) -> UsageError {
    var candidates = commands.filter { $0.configuration.shouldDisplay }.map { $0.name }
    if path.count == 1 { candidates.append("help") }
    return UsageError(command: path, reason: .unknownCommand(word, suggestion: nearest(to: word, in: candidates)))
  }

  private static func find(
    _ word: String, in commands: [any ParsableCommand.Type]
  ) -> (any ParsableCommand.Type)? {
    commands.first { $0.name == word || $0.configuration.aliases.contains(word) }
  }

  private func validate(_ command: inout any ParsableCommand, _ set: ArgumentSet) throws(UsageError) {
    do {
      for group in set.groups { try group.validate() }
      try command.validate()
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError(command: path, reason: .validation("\(error)"))
    }
  }
}
