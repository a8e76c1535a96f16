import CommandLineOutput
import CommandLineParsing
import Sotto

struct Seal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Seal a message into a file, for any channel.",
    discussion: "Without '--output' the result is armoured text on standard output. Nothing is sent.")

  @OptionGroup var global: GlobalOptions
  @Argument(help: "Contacts or groups.") var to: [String]
  @Option(name: .shortAndLong, help: "The text; - reads it from standard input.") var text: String?
  @Option(name: .shortAndLong, help: ArgumentHelp("A file to seal in; may be repeated.", valueName: "path"))
  var file: [String] = []
  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write. It must not exist.", valueName: "path"))
  var output: String?
  @Flag(help: "Write armoured text, which survives mail and chat.") var armor = false

  func validate() throws {
    if text == nil, file.isEmpty { throw ValidationError("nothing to seal: give --text or --file") }
  }

  func run() async throws {
    let text = try StandardText.message(text)
    if let output { try OutputFolder.check(forFile: output) }
    try await global.withProfile(syncing: false) { sotto, screen in
      let progress = ProgressLine(screen)
      defer { progress.clear() }
      let sealed = try await sotto.seal(
        text, files: file, to: to.map { .named($0) }, output: sealOutput, progress: { progress.show($0) })
      progress.clear()
      if let armoured = sealed.armoured {
        if let output { try NewFile.write(Array(armoured.utf8), to: output) }
        if output == nil { screen.line(trimmed(armoured)) }
      }
      if let output, !screen.isJSON { screen.line("sealed to \(shown(output)) for \(sealed.recipients.count)") }
      screen.finish([
        "messageId": .id(sealed.messageID), "path": output.map(JSON.string),
        "armored": output == nil ? sealed.armoured.map(JSON.string) : nil, "deliveries": sealed.recipients.json,
      ])
    }
  }

  private var sealOutput: SealOutput {
    if let output, !armor { .file(output) } else { .armoured }
  }

  private func trimmed(_ text: String) -> String {
    text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
