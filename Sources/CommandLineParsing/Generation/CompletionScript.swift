/// Completion for a shell, generated from the declarations. It knows commands, options and listed values; where a value
/// is of another kind it completes names of files.
public enum CompletionShell: String, CaseIterable, ExpressibleByArgument, Sendable {
  case bash, zsh, fish
}

struct CompletionScript {
  private let tree: CommandTree
  private var program: String { tree.name }

  init(_ type: any ParsableCommand.Type) {
    tree = CommandTree(type)
  }

  func text(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The command that the words before the cursor have reached, in the variable `path`.
  private var transitions: [String] {
    tree.all.flatMap { parent in
      parent.subcommands.map { child in
        "      \(quoted((parent.path + [child.name]).joined(separator: "/"))) | "
          + child.configuration.aliases.map { quoted((parent.path + [$0]).joined(separator: "/")) + " | " }.joined()
      }.map { String($0.dropLast(3)) }.enumerated().map { index, pattern in
        "\(pattern)) path=\(quoted(parent.subcommands[index].path.joined(separator: "/"))) ;;"
      }
    }
  }

  /// What may follow an option, by command and option.
  private var values: [(pattern: String, values: [String])] {
    tree.all.flatMap { command in
      command.options.filter { $0.kind == .option }.map { option in
        let names = option.names.map { quoted(command.path.joined(separator: "/") + " \($0)") }
        return (names.joined(separator: " | "), option.allValues)
      }
    }
  }

  private var bash: String {
    var lines = [
      "_\(program)() {",
      "  local word path=\(quoted(program)) current=\"${COMP_WORDS[COMP_CWORD]}\" i",
      "  for ((i = 1; i < COMP_CWORD; i++)); do", "    case \"$path/${COMP_WORDS[i]}\" in",
    ]
    lines += transitions + ["    esac", "  done", "  case \"$path ${COMP_WORDS[COMP_CWORD - 1]}\" in"]
    for (pattern, values) in values {
      let words = values.isEmpty ? "-f" : "-W \(quoted(values.joined(separator: " ")))"
      lines.append("    \(pattern)) COMPREPLY=($(compgen \(words) -- \"$current\")); return ;;")
    }
    lines += ["  esac", "  case \"$path\" in"]
    for command in tree.all {
      let words = quoted(command.words.joined(separator: " "))
      lines.append(
        "    \(quoted(command.path.joined(separator: "/")))) COMPREPLY=($(compgen -W \(words) -- \"$current\")) ;;")
    }
    lines += ["  esac", "}", "complete -o default -F _\(program) \(program)"]
    return lines.joined(separator: "\n")
  }

  private var zsh: String {
    var lines = [
      "#compdef \(program)", "_\(program)() {", "  local path_=\(quoted(program)) i", "  local -a choices",
      "  for ((i = 2; i < CURRENT; i++)); do", "    case \"$path_/${words[i]}\" in",
    ]
    lines += transitions.map { $0.split(separator: " path=").joined(separator: " path_=") }
    lines += ["    esac", "  done", "  case \"$path_ ${words[CURRENT - 1]}\" in"]
    for (pattern, values) in values {
      let action = values.isEmpty ? "_files" : "compadd -- \(values.map(quoted).joined(separator: " "))"
      lines.append("    \(pattern)) \(action); return ;;")
    }
    lines += ["  esac", "  case \"$path_\" in"]
    for command in tree.all {
      let described = command.subcommands.map { "\($0.name):\($0.configuration.abstract)" }
        + command.options.flatMap { option in option.names.map { "\($0):\(option.help.abstract)" } }
        + ["--help:Show help."]
      let choices = described.map(quoted).joined(separator: " ")
      lines.append("    \(quoted(command.path.joined(separator: "/")))) choices=(\(choices)) ;;")
    }
    lines += [
      "  esac", "  _describe \(quoted(program)) choices || _files", "}",
      "compdef _\(program) \(program)",
    ]
    return lines.joined(separator: "\n")
  }

  private var fish: String {
    var lines: [String] = []
    for command in tree.all {
      let above = command.path.dropFirst().map { "__fish_seen_subcommand_from \($0)" }
      let none = command.subcommands.isEmpty
        ? [] : ["not __fish_seen_subcommand_from \(command.subcommands.map(\.name).joined(separator: " "))"]
      let condition = (above + none).joined(separator: "; and ")
      let head = "complete -c \(program)" + (condition.isEmpty ? "" : " -n \(quoted(condition))")
      lines += command.subcommands.map { "\(head) -f -a \($0.name) -d \(quoted($0.configuration.abstract))" }
      lines += command.options.map { "\(head)\(fishOption($0)) -d \(quoted($0.help.abstract))" }
    }
    return lines.joined(separator: "\n")
  }

  private func fishOption(_ option: ArgumentDefinition) -> String {
    let names = option.names.map { name in
      switch name {
      case .long(let name): " -l \(name)"
      case .short(let name): " -s \(name)"
      }
    }.joined()
    guard option.kind == .option else { return names }
    return names + (option.allValues.isEmpty ? " -r" : " -x -a \(quoted(option.allValues.joined(separator: " ")))")
  }

  /// For all three shells: within single quotes everything stands for itself.
  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
