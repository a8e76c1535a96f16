import CommandLineOutput
import CommandLineParsing
import Sotto

struct Issues: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "What came and could not be used.", discussion: "The list never leaves this device.")

  @OptionGroup var global: GlobalOptions
  @Flag(help: "Empty the list after showing it.") var clear = false

  func run() async throws {
    try await global.withProfile { sotto, output in
      let issues = try await sotto.issues()
      if clear { try await sotto.clearIssues() }
      output.show(issues, ifEmpty: "no issues")
    }
  }
}
