import CommandLineOutput
import CommandLineParsing
import Glibc
import Sotto

struct Open: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open a sealed file.",
    discussion: "Takes files and armoured text. Files inside are written only where '--to' says.")

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The sealed file; - reads armoured text from standard input.") var file: String
  @Option(help: ArgumentHelp("Write the files inside to a folder.", valueName: "folder")) var to: String?

  func run() async throws {
    let armour = file == "-" ? try StandardText.read(limit: Self.armourLimit) : try armouredText()
    try await global.withProfile(syncing: false) { sotto, output in
      if let to, file != "-" {
        Interruption.current.prepare(output, hint: "sotto open \(shellQuoted(file)) --to \(shellQuoted(to))")
      }
      let progress = ProgressLine(output)
      defer { progress.clear() }
      let opened =
        if let armour {
          try await sotto.open(armoured: armour, extractTo: to)
        } else {
          try await sotto.open(file: file, extractTo: to, progress: { progress.show($0) })
        }
      progress.clear()
      output.show(opened.message)
      opened.attachments.forEach(output.show)
      if to == nil, !opened.message.attachments.isEmpty, !output.isJSON {
        output.note("files not written: --to names a folder for them")
      }
      output.finish([
        "messageId": .id(opened.message.id), "repeat": .bool(opened.isRepeat),
        "files": .count(opened.attachments.count),
      ])
    }
  }

  /// Armour is at most 1 MiB; what surrounds it in a mail comes on top.
  private static let armourLimit = 4 << 20

  /// nil where the file is a binary one
  private func armouredText() throws -> String? {
    guard let bytes = try? NewFile.read(file, limit: Self.armourLimit),
      let text = String(validating: bytes, as: UTF8.self), text.contains("-----BEGIN SOTTO")
    else { return nil }
    return text
  }
}
