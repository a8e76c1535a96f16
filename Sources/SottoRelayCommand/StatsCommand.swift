import CommandLineParsing
import SottoRelay

struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print what the data folder holds, in numbers.", discussion: "Also while a relay runs on it.")

  @OptionGroup var folder: DataOptions

  func run() throws {
    let statistics = try RelayStatistics(dataFolder: folder.data)
    print("mailboxes       \(statistics.mailboxes)")
    print("envelopes       \(statistics.envelopes)")
    print("envelope bytes  \(statistics.envelopeBytes)")
    print("tombstones      \(statistics.tombstones)")
    print("objects         \(statistics.objects)")
    print("object bytes    \(statistics.objectBytes)")
  }
}
