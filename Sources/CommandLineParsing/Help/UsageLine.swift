/// `USAGE: sotto send [--json] [--file <file> ...] <to> [<text>]`
struct UsageLine {
  let path: [String]
  let arguments: ArgumentSet
  let hasSubcommands: Bool
  /// One of them runs where none is named.
  var hasDefault = false

  var text: String {
    let head = "USAGE: " + path.joined(separator: " ") + " "
    var lines = [head]
    for word in parts {
      if lines[lines.count - 1].count + word.count > HelpGenerator.width {
        lines.append(String(repeating: " ", count: min(head.count, 24)))
      }
      lines[lines.count - 1] += word + " "
    }
    return lines.map { line in String(line.dropLast()) }.joined(separator: "\n")
  }

  var parts: [String] {
    let visible = arguments.definitions.filter(\.help.isVisible)
    let options = visible.filter { $0.kind != .positional }.map(bracketed)
    let positionals = visible.filter { $0.kind == .positional }.map(bracketed)
    return options + positionals + (hasSubcommands ? [hasDefault ? "[<subcommand>]" : "<subcommand>"] : [])
  }

  private func bracketed(_ definition: ArgumentDefinition) -> String {
    let text = definition.synopsis + (definition.isRepeating ? " ..." : "")
    return definition.isOptional ? "[\(text)]" : text
  }
}
