import CommandLineOutput
import CommandLineParsing
import Sotto

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "This profile at a glance.")

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    try await global.show { try await $0.status() }
  }
}
