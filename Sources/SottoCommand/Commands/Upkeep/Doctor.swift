import CommandLineOutput
import CommandLineParsing
import Sotto

struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check everything that messages depend on.",
    discussion: "Sends this device a message by way of its relay. The exit code is 1 where a check fails.")

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    try await global.withProfile(syncing: false) { sotto, output in
      let checks = await sotto.doctor()
      let isHealthy = !checks.contains { $0.outcome == .failed }
      if output.isJSON {
        checks.forEach(output.show)
      } else {
        columns(checks.map(\.row)).forEach(output.line)
      }
      let exitCode = isHealthy ? ExitCode.success : .failure
      output.finish(["healthy": .bool(isHealthy)], exitCode: exitCode)
      if !isHealthy { throw exitCode }
    }
  }
}
