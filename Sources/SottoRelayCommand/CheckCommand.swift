import CommandLineOutput
import CommandLineParsing
import SottoRelay

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Send a message through the relay and back.",
    discussion: """
      Through the relay that runs on the data folder; where none runs, one is started for it on a port of this machine.
      """)

  @OptionGroup var options: RelayOptions
  @OptionGroup var folder: DataOptions

  func run() async throws {
    let own = try ownRelay()
    defer { own?.stop() }
    try await RelayProbe.run(try own?.address ?? RelayServer.address(dataFolder: folder.data))
    options.output.line("ok")
    options.output.finish()
  }

  /// nil where another process runs a relay on the folder.
  private func ownRelay() throws -> RelayServer? {
    var configuration = RelayConfiguration(dataFolder: folder.data, listen: "127.0.0.1:0")
    configuration.publishesAddress = false
    do {
      let relay = try RelayServer(configuration: configuration)
      try relay.start()
      return relay
    } catch RelayError.inUse {
      return nil
    }
  }
}
