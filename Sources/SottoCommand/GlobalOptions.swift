import CommandLineOutput
import CommandLineParsing
import Sotto

/// What every command understands.
struct GlobalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The profile's folder.", valueName: "folder")) var profile: String?
  @Flag(help: "Answer in JSON, one object per line.") var json = false

  func validate() throws {
    if profile == "" { throw ValidationError("--profile needs a folder") }
  }

  var output: Output {
    Output(program: "sotto", isJSON: json, context: profile.map { "--profile \(shellQuoted($0))" } ?? "")
  }

  func profilePath() throws -> String {
    guard let path = ProfilePath.resolve(option: profile, environment: ProfilePath.environment) else {
      throw ValidationError("there is no home folder to keep a profile in: --profile names another one")
    }
    return path
  }
}
