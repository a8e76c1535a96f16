/// What a command is called and what help says about it.
public struct CommandConfiguration: Sendable {
  /// The type's name in kebab case, without a trailing `Command`, where nil.
  public var commandName: String?
  /// One line, shown in the list of commands.
  public var abstract: String
  public var discussion: String
  /// Shown by `--version`, where not empty. Of the root command.
  public var version: String
  /// False keeps the command out of lists; it runs all the same.
  public var shouldDisplay: Bool
  public var subcommands: [any ParsableCommand.Type]
  /// Runs where none of `subcommands` is named.
  public var defaultSubcommand: (any ParsableCommand.Type)?
  public var aliases: [String]

  public init(
    commandName: String? = nil, abstract: String = "", discussion: String = "", version: String = "",
    shouldDisplay: Bool = true, subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil, aliases: [String] = []
  ) {
    self.commandName = commandName
    self.abstract = abstract
    self.discussion = discussion
    self.version = version
    self.shouldDisplay = shouldDisplay
    self.subcommands = subcommands
    self.defaultSubcommand = defaultSubcommand
    self.aliases = aliases
  }
}
