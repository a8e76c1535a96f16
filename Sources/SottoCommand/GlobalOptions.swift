import CommandLineParsing
import Sotto

/// What every command understands.
struct GlobalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The profile's folder.", valueName: "folder")) var profile: String?
  @Flag(help: "Answer in JSON, one object per line.") var json = false

  func validate() throws {
    if profile == "" { throw ValidationError("--profile needs a folder") }
  }

  var output: Output { Output(isJSON: json) }

  func profilePath() throws -> String {
    guard let path = ProfilePath.resolve(option: profile, environment: ProfilePath.environment) else {
      throw ValidationError("there is no home folder to keep a profile in: --profile names another one")
    }
    return path
  }

  /// Opens the profile, fetches and sends what waits, and closes the profile again whatever happens. Where the relay
  /// cannot be reached the command still works on what is here.
  func withProfile(
    syncing: Bool = true, _ work: (_ sotto: Sotto, _ output: Output) async throws -> Void
  ) async throws {
    let sotto = try Sotto(profile: profilePath())
    do {
      if syncing { await sync(sotto) }
      try await work(sotto, output)
    } catch {
      await sotto.close()
      throw error
    }
    await sotto.close()
  }

  private func sync(_ sotto: Sotto) async {
    guard let failure = await sotto.sync().failure else { return }
    let explanation = Explanation(.relay(failure))
    output.note(explanation.message, trying: explanation.trying)
  }
}
