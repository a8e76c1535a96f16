import CommandLineOutput
import CommandLineParsing
import Sotto
import SottoCore

struct Initialize: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make a profile.",
    discussion: """
      Makes keys and a name for this device. Without a relay only files work; 'sotto relay use ADDRESS' adds one later.
      """)

  @OptionGroup var global: GlobalOptions
  @Option(help: ArgumentHelp("Where the inbox lies: sotto://host:port/#PIN", valueName: "address"))
  var relay: String?

  func run() async throws {
    let path = try global.profilePath()
    let address = try relay.map(relayAddress)
    try ProfilePath.makeParents(of: path)
    let sotto = try Sotto.createProfile(at: path, relay: address)
    let own: OwnProfile
    do {
      own = try await sotto.own
    } catch {
      await sotto.close()
      throw error
    }
    await sotto.close()
    columns(own.rows).forEach(global.output.line)
    global.output.finish(own.json)
  }
}
