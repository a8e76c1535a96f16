import CommandLineOutput
import CommandLineParsing
import Glibc
import Sotto

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
    let code = await ProgramRun(
      Program.self, contextOption: "--profile", version: SottoVersion.json, isEnding: { Interruption.current.isEnding },
      explain: { ($0 as? SottoError).map { CommandFailure($0) } }
    ).run()
    withExtendedLifetime(signals) {}
    while Interruption.current.isEnding { try? await Task.sleep(for: .seconds(1)) }
    Glibc.exit(code.rawValue)
  }
}
