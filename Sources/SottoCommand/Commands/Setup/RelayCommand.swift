import CommandLineOutput
import CommandLineParsing
import Sotto
import SottoCore

struct RelayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relay", abstract: "Choose where the inbox lies.", subcommands: [Use.self])

  @OptionGroup var global: GlobalOptions

  struct Use: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Let the inbox lie at a relay.",
      discussion: """
        The address is what 'sotto-relay address' tells; it names the key that the relay has to show. Once others know \
        where the inbox lies it stays there: they would go on sending to it.
        """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: "sotto://host:port/#PIN") var address: String

    func run() async throws {
      let address = try relayAddress(address)
      try await global.withProfile(syncing: false) { sotto, output in
        try await sotto.useRelay(address)
        output.finish(try await sotto.own)
      }
    }
  }
}

func relayAddress(_ text: String) throws -> RelayAddress {
  do {
    return try RelayAddress(text)
  } catch {
    throw SottoError.malformed(.relayAddress)
  }
}
