/// A command with everything below it, for what is generated from the declarations as a whole.
struct CommandTree {
  let path: [String]
  let configuration: CommandConfiguration
  let arguments: ArgumentSet
  let subcommands: [CommandTree]

  init(_ type: any ParsableCommand.Type, below parent: [String] = []) {
    path = parent + [type.name]
    configuration = type.configuration
    arguments = ArgumentSet(of: type.init())
    subcommands = type.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { [path] in
      CommandTree($0, below: path)
    }
  }

  /// Itself and all below it, parents first.
  var all: [CommandTree] { [self] + subcommands.flatMap(\.all) }

  var name: String { path.last ?? "" }

  /// Visible options and flags.
  var options: [ArgumentDefinition] {
    arguments.definitions.filter { $0.kind != .positional && $0.help.isVisible }
  }

  /// Everything that can stand in the place of a word, subcommands first.
  var words: [String] {
    subcommands.map(\.name) + (path.count == 1 ? ["help"] : [])
      + options.flatMap(\.names).map(\.description) + ["--help"]
  }
}
