/// The manual page of a program with all its commands, in the macros of man(7).
struct ManualPage {
  private let tree: CommandTree

  init(_ type: any ParsableCommand.Type) {
    tree = CommandTree(type)
  }

  var text: String {
    let program = tree.name
    let release = tree.configuration.version.prefix { $0 != "\n" }
    var lines = [
      ".TH \(program.uppercased()) 1 \"\" \"\(release.hasPrefix(program) ? "" : "\(program) ")\(release)\"",
      ".SH NAME", "\(program) \\- \(escaped(tree.configuration.abstract))",
      ".SH SYNOPSIS", ".B \(program)", escaped(synopsis(of: tree)),
      ".SH DESCRIPTION",
    ]
    lines += paragraphs(tree.configuration.discussion)
    lines.append(".SH OPTIONS")
    lines += arguments(of: tree)
    lines.append(".SH COMMANDS")
    for command in tree.all.dropFirst() where command.subcommands.isEmpty || !command.configuration.discussion.isEmpty {
      lines.append(".SS \"\(escaped(command.path.joined(separator: " ") + " " + synopsis(of: command)))\"")
      lines += paragraphs(command.configuration.abstract) + paragraphs(command.configuration.discussion)
      lines += arguments(of: command, leavingOut: Set(tree.arguments.definitions.map(\.synopsis)))
    }
    return lines.joined(separator: "\n")
  }

  private func synopsis(of command: CommandTree) -> String {
    let usage = UsageLine(
      path: [], arguments: command.arguments, hasSubcommands: !command.subcommands.isEmpty,
      hasDefault: command.configuration.defaultSubcommand != nil)
    return usage.parts.joined(separator: " ")
  }

  private func arguments(of command: CommandTree, leavingOut shared: Set<String> = []) -> [String] {
    command.arguments.definitions.filter { $0.help.isVisible && !shared.contains($0.synopsis) }.flatMap { definition in
      let names = definition.names.map(\.description).joined(separator: ", ")
      let value = definition.kind == .flag ? "" : "<\(definition.valueName)>"
      let label = [names, value].filter { !$0.isEmpty }.joined(separator: " ")
      return [".TP", ".B \(escaped(label))", escaped(definition.helpText)]
    }
  }

  /// Lines that begin with a space are shown as they are.
  private func paragraphs(_ text: String) -> [String] {
    var lines: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix(" ") {
        lines += [".br", escaped(String(line))]
      } else {
        lines += [".PP", escaped(String(line))]
      }
    }
    return lines
  }

  /// A hyphen that is typed, and no line that begins like a macro.
  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
  }
}
