import CommandLineOutput
import CommandLineParsing
import SottoRelay

struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print what the data folder holds, in numbers.", discussion: "Also while a relay runs on it.")

  @OptionGroup var options: RelayOptions
  @OptionGroup var folder: DataOptions

  func run() throws {
    let statistics = try RelayStatistics(dataFolder: folder.data)
    let rows = [
      ("mailboxes", statistics.mailboxes), ("envelopes", statistics.envelopes),
      ("envelope bytes", statistics.envelopeBytes), ("tombstones", statistics.tombstones),
      ("objects", statistics.objects), ("object bytes", statistics.objectBytes),
    ]
    columns(rows.map { [$0.0, "\($0.1)"] }).forEach(options.output.line)
    options.output.finish([
      "mailboxes": .count(statistics.mailboxes), "envelopes": .count(statistics.envelopes),
      "envelopeBytes": .count(statistics.envelopeBytes), "tombstones": .count(statistics.tombstones),
      "objects": .count(statistics.objects), "objectBytes": .count(statistics.objectBytes),
    ])
  }
}
