import CommandLineParsing
import Glibc

/// End-to-end encrypted messages on the command line.
@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sotto",
    abstract: "End-to-end encrypted messages, for people, scripts and bots.",
    discussion: """
      Begin with 'sotto init --relay ADDRESS', meet someone with 'sotto pair invite', and write with \
      'sotto send NAME TEXT'.

      Exit codes: 0 done, 1 failed, 2 usage, 3 not found or ambiguous, 4 locked, 5 trust needed, 6 partly done, \
      7 still queued, 8 rate limited, 9 profile in use, 10 needs a newer Sotto.

      '--generate-completion-script' with bash, zsh or fish writes completions for that shell, '--generate-manual' a \
      manual page.
      """,
    version: SottoVersion.text,
    subcommands: [
      Initialize.self, RelayCommand.self, Pair.self, Contact.self, GroupCommand.self, Send.self, Read.self, Watch.self,
      Save.self, Seal.self, Open.self, Outbox.self, Issues.self, Status.self, Doctor.self, Version.self,
    ])

  @OptionGroup var global: GlobalOptions

  static func main() async {
    StandardStreams.occupyClosed()
    let signals = Interruption.current.watch()
    let code = await outcome(of: Array(CommandLine.arguments.dropFirst()))
    withExtendedLifetime(signals) {}
    while Interruption.current.isEnding { try? await Task.sleep(for: .seconds(1)) }
    Glibc.exit(code.rawValue)
  }

  /// What is not UTF-8 would be sent or looked for as something else than what was typed.
  private static func requireText() throws {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[index], String(validatingCString: word) != nil else {
        throw ValidationError("argument \(index) is not UTF-8 text")
      }
    }
  }

  private static func outcome(of words: [String]) async -> ExitCode {
    do {
      try requireText()
      var command = try parseAsRoot(words)
      switch command {
      case var asynchronous as any AsyncParsableCommand: try await asynchronous.run()
      case let help as HelpCommand: StandardStreams.write(help.text + "\n", to: .output)
      default: try command.run()
      }
      return .success
    } catch let code as ExitCode {
      return code
    } catch where Interruption.current.isEnding {
      return .failure
    } catch {
      let failure = CommandFailure(error)
      // The words may be what did not parse, so they are looked at by themselves.
      failure.report(to: Output(isJSON: words.prefix { $0 != "--" }.contains("--json")))
      return failure.exitCode
    }
  }
}
