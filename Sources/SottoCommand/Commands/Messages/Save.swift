import CommandLineOutput
import CommandLineParsing
import Sotto

struct Save: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a message's files to a folder.",
    discussion: "Under safe names; nothing is overwritten. What was interrupted goes on where it stopped.")

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The message's id, or how it begins.") var id: String
  @Option(help: "Only the file of this number.") var index: Int?
  @Option(help: ArgumentHelp("Where to.", valueName: "folder")) var to = "."

  func run() async throws {
    try await global.withProfile { sotto, output in
      Interruption.current.prepare(output, hint: "sotto save \(shellQuoted(id))")
      let progress = ProgressLine(output)
      defer { progress.clear() }
      let files = try await sotto.saveAttachments(
        ofMessage: id, index: index, to: to, progress: { progress.show($0) })
      progress.clear()
      output.show(files, ifEmpty: "this message has no files")
    }
  }
}
