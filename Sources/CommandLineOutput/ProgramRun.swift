import CommandLineParsing

/// What the programs have in common: one command line in, results on standard output, one failure reported, an exit
/// code out.
package struct ProgramRun: Sendable {
  private let root: any ParsableCommand.Type
  /// An option with a value that commands to try have to repeat
  private let contextOption: String?
  /// What `--version` tells programs
  private let version: JSONObject
  /// Errors of the program's own library in words
  private let explain: @Sendable (any Error) -> CommandFailure?
  /// Says that nothing more is to be reported.
  private let isEnding: @Sendable () -> Bool

  package init(
    _ root: any ParsableCommand.Type, contextOption: String? = nil, version: JSONObject,
    isEnding: @escaping @Sendable () -> Bool = { false },
    explain: @escaping @Sendable (any Error) -> CommandFailure?
  ) {
    self.root = root
    self.contextOption = contextOption
    self.version = version
    self.isEnding = isEnding
    self.explain = explain
  }

  /// Runs what the process was started with.
  package func run() async -> ExitCode {
    let words = Array(CommandLine.arguments.dropFirst())
    let output = output(for: words)
    var helpCommand = "\(root.programName) help"
    do {
      try Self.requireText()
      let (command, help) = try root.parse(words)
      helpCommand = help
      try await run(command, output)
      return .success
    } catch let code as ExitCode {
      return code
    } catch where isEnding() {
      return .failure
    } catch {
      var failure = failure(error)
      if failure.trying == nil, failure.needsHelp { failure.trying = helpCommand }
      failure.report(to: output)
      return failure.exitCode
    }
  }

  /// The words may be what does not parse, so they are looked at by themselves.
  private func output(for words: [String]) -> Output {
    let words = words.prefix { $0 != "--" }
    var context = ""
    if let option = contextOption {
      for (index, word) in words.enumerated() {
        if word == option, index + 1 < words.count {
          context = "\(option) \(shellQuoted(words[index + 1]))"
        } else if word.hasPrefix(option + "=") {
          context = "\(option) \(shellQuoted(String(word.dropFirst(option.count + 1))))"
        }
      }
    }
    return Output(program: root.programName, isJSON: words.contains("--json"), context: context)
  }

  private func run(_ command: any ParsableCommand, _ output: Output) async throws {
    var command = command
    switch command {
    case var asynchronous as any AsyncParsableCommand: try await asynchronous.run()
    case let help as HelpCommand: show(help, output)
    default: try command.run()
    }
  }

  private func show(_ help: HelpCommand, _ output: Output) {
    output.line(help.text)
    output.finish(help.subject == .version ? version : ["help": .string(help.text)])
  }

  private func failure(_ error: any Error) -> CommandFailure {
    switch error {
    case let failure as CommandFailure: failure
    case let error as UsageError: CommandFailure(error)
    case let error as ValidationError: CommandFailure(usage: error.message)
    default: explain(error) ?? CommandFailure(code: "failed", message: "failed: \(shown("\(error)"))")
    }
  }

  /// What is not UTF-8 would be sent or looked for as something else than what was typed.
  private static func requireText() throws(CommandFailure) {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[index], String(validatingCString: word) != nil else {
        throw CommandFailure(usage: "not understood: argument \(index) is not UTF-8 text")
      }
    }
  }
}
