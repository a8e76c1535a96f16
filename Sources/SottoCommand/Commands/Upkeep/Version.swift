import CommandLineParsing
import SottoCore

/// The release: the same number that every bundle carries, so that it can be compared with what contacts have proven.
enum SottoVersion {
  static let text = AppVersion.current.description
}

struct Version: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show the version.")

  @OptionGroup var global: GlobalOptions

  func run() {
    global.output.line("sotto \(SottoVersion.text)")
    global.output.finish(["version": .string(SottoVersion.text)])
  }
}
