import CommandLineOutput
import CommandLineParsing
import SottoRelay

struct AddressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the address that clients need.",
    discussion: "It is the one of the relay that runs on the data folder, or ran there last.")

  @OptionGroup var options: RelayOptions
  @OptionGroup var folder: DataOptions

  func run() throws {
    let address = try RelayServer.address(dataFolder: folder.data).description
    options.output.line(address)
    options.output.finish(["address": .string(address)])
  }
}
