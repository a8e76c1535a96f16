import CommandLineOutput
import CommandLineParsing
import SottoCore
import SottoCrypto
import SottoRelayProtocol

/// This program's release, which every bundle carries and contacts hold each other to, and what it is made of.
enum SottoVersion {
  static let text = """
    sotto \(AppVersion.current)
    bundle format \(Bundle.version), relay protocol \(RelayProtocolLimits.version)
    OpenSSL \(LibraryVersions.openSSL), libsodium \(LibraryVersions.sodium)
    """

  static let json: JSONObject = [
    "version": .string(AppVersion.current.description), "bundleFormat": .count(Int(Bundle.version)),
    "relayProtocol": .count(Int(RelayProtocolLimits.version)), "openSSL": .string(LibraryVersions.openSSL),
    "libsodium": .string(LibraryVersions.sodium),
  ]
}

struct Version: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show the version, and of what it is made.")

  @OptionGroup var global: GlobalOptions

  func run() {
    global.output.line(SottoVersion.text)
    global.output.finish(SottoVersion.json)
  }
}
