import CommandLineOutput
import CommandLineParsing
import Glibc
import SottoRelay

@main
struct RelayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sotto-relay", abstract: "Store and forward sealed messages.",
    discussion: """
      A relay needs a data folder and an address to listen on, and nothing else:

        sotto-relay run --data /var/lib/sotto-relay --listen :7443
        sotto-relay address --data /var/lib/sotto-relay

      What `address` prints is what people give to `sotto init --relay`.

      Exit codes: 0 done, 1 failed, 2 usage.
      """,
    version: RelayVersion.text,
    subcommands: [RunCommand.self, AddressCommand.self, CheckCommand.self, StatsCommand.self])

  @OptionGroup var options: RelayOptions

  static func main() async {
    StandardStreams.occupyClosed()
    let run = ProgramRun(RelayCommand.self, version: RelayVersion.json) { error in
      switch error {
      case let error as RelayError: CommandFailure(error)
      case let failure as RelayProbe.Failure: CommandFailure(failure)
      default: nil
      }
    }
    Glibc.exit(await run.run().rawValue)
  }
}
