/// The help page of one command, in the layout that tools of this kind have.
struct HelpGenerator {
  static let width = 80
  private static let column = 26

  private let configuration: CommandConfiguration
  private let path: [String]
  private let arguments: ArgumentSet

  init(_ type: any ParsableCommand.Type, path: [String]) {
    configuration = type.configuration
    self.path = path
    arguments = ArgumentSet(of: type.init())
  }

  /// Without a newline at its end
  var text: String {
    var sections: [String] = []
    if !configuration.abstract.isEmpty { sections.append(wrap("OVERVIEW: " + configuration.abstract)) }
    if !configuration.discussion.isEmpty { sections.append(wrap(configuration.discussion)) }
    let hasSubcommands = !configuration.subcommands.isEmpty
    let usage = UsageLine(
      path: path, arguments: arguments, hasSubcommands: hasSubcommands,
      hasDefault: configuration.defaultSubcommand != nil)
    sections.append(usage.text)
    sections += [table("ARGUMENTS", positionalRows), table("OPTIONS", optionRows), table("SUBCOMMANDS", commandRows)]
      .compactMap(\.self)
    if hasSubcommands, let program = path.first {
      let name = ([program, "help"] + path.dropFirst() + ["<subcommand>"]).joined(separator: " ")
      sections.append("See '\(name)' for more.")
    }
    return sections.joined(separator: "\n\n")
  }

  private typealias Row = (label: String, text: String)

  private var positionalRows: [Row] {
    arguments.positionals.filter(\.help.isVisible).map { ("<\($0.valueName)>", $0.helpText) }
  }

  private var optionRows: [Row] {
    let declared = arguments.definitions.filter { $0.kind != .positional && $0.help.isVisible }.map { definition in
      let names = definition.names.map(\.description).joined(separator: ", ")
      return (definition.kind == .flag ? names : "\(names) <\(definition.valueName)>", definition.helpText)
    }
    let version: [Row] = path.count == 1 && !configuration.version.isEmpty ? [("--version", "Show the version.")] : []
    return declared + version + [("-h, --help", "Show help.")]
  }

  private var commandRows: [Row] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { type in
      let isDefault = configuration.defaultSubcommand.map { $0 == type } ?? false
      return (isDefault ? "\(type.name) (default)" : type.name, type.configuration.abstract)
    }
  }

  private func table(_ title: String, _ rows: [Row]) -> String? {
    guard !rows.isEmpty else { return nil }
    let lines = rows.map { row in
      let label = "  " + row.label
      let indent = String(repeating: " ", count: Self.column)
      let text = wrap(row.text, indent: Self.column).drop { $0 == " " }
      if text.isEmpty { return label }
      return label.count < Self.column ? label + indent.dropFirst(label.count) + text : "\(label)\n\(indent)\(text)"
    }
    return "\(title):\n" + lines.joined(separator: "\n")
  }
}

/// Breaks at spaces; paragraphs and lines that begin with a space stay as they are.
func wrap(_ text: String, indent: Int = 0, width: Int = HelpGenerator.width) -> String {
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
    guard !paragraph.hasPrefix(" ") else {
      lines.append(margin + paragraph)
      continue
    }
    var line = ""
    for word in paragraph.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(line.isEmpty ? "" : margin + line)
  }
  return lines.joined(separator: "\n")
}
