import CommandLineOutput
import SottoCore
import SottoCrypto
import SottoRelayProtocol

enum RelayVersion {
  static let text = """
    sotto-relay \(AppVersion.current)
    relay protocol \(RelayProtocolLimits.version)
    OpenSSL \(LibraryVersions.openSSL)
    """

  static let json: JSONObject = [
    "version": .string(AppVersion.current.description),
    "relayProtocol": .count(Int(RelayProtocolLimits.version)), "openSSL": .string(LibraryVersions.openSSL),
  ]
}
