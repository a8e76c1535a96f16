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
    let sotto = try await createProfile(at: path, address)
    let own: OwnProfile
    do {
      own = try await sotto.own
    } catch {
      await sotto.close()
      throw error
    }
    await sotto.close()
    global.output.finish(own)
  }

  private func createProfile(at path: String, _ address: RelayAddress?) async throws -> Sotto {
    do {
      return try Sotto.createProfile(at: path, relay: address)
    } catch {
      guard case .profileExists = error, await !holdsProfile(path) else { throw error }
      throw CommandFailure(
        code: "inTheWay", message: "profile not made: \(shown(path)) is there, and is no profile",
        trying: "ls -ld \(shellQuoted(path))")
    }
  }

  private func holdsProfile(_ path: String) async -> Bool {
    do {
      await (try Sotto(profile: path)).close()
      return true
    } catch {
      return error != .noProfile(path: path)
    }
  }
}
