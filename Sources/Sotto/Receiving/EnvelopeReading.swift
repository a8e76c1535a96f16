import SottoCore
import SottoCrypto

/// What an envelope's bytes turned out to be.
enum EnvelopeReading {
  case newerVersion
  case unreadable
  /// Opened with this device's key and signed by its author
  case opened(EnvelopeContents)

  init(_ bytes: [UInt8], key: Curve25519.KeyAgreement.PrivateKey) {
    do throws(EnvelopeError) {
      let contents = try Envelope.decode(bytes).open(with: key)
      if case .unsupported = contents.kind { self = .newerVersion } else { self = .opened(contents) }
    } catch .unsupportedVersion {
      self = .newerVersion
    } catch {
      self = .unreadable
    }
  }
}
