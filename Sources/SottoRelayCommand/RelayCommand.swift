import CommandLineParsing

@main
struct RelayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sotto-relay", abstract: "Store and forward sealed messages.",
    discussion: """
      A relay needs a data folder and an address to listen on, and nothing else:

        sotto-relay run --data /var/lib/sotto-relay --listen :7443
        sotto-relay address --data /var/lib/sotto-relay

      What `address` prints is what people give to `sotto init --relay`.
      """,
    subcommands: [RunCommand.self, AddressCommand.self, CheckCommand.self, StatsCommand.self])
}
