import CommandLineOutput
import Glibc
import SottoRelay
import SottoSQLite
import SottoTransport

extension CommandFailure {
  package init(_ error: RelayError) {
    let help = "sotto-relay help run"
    let words: (code: String, what: String, why: String, trying: String?) =
      switch error {
      case .dataFolder(let number): ("dataFolder", "data folder not usable", Self.system(number), nil)
      case .inUse:
        ("inUse", "not started", "another process runs a relay on this data folder", "sotto-relay address --data DIR")
      case .badAddress, .transport(.badAddress):
        ("badAddress", "not started", "the listen address is not HOST:PORT, or the host is none", help)
      case .transport(let error): Self.words(for: error)
      case .store(let error): Self.words(for: error)
      case .notRunning: ("notRunning", "not started", "the relay was started before", nil)
      case .noAddress:
        ("noAddress", "no address", "no relay has run on this data folder yet", "sotto-relay run --data DIR")
      }
    self.init(code: words.code, message: "\(words.what): \(words.why)", trying: words.trying)
  }

  package init(_ failure: RelayProbe.Failure) {
    let words: (code: String, why: String) =
      switch failure {
      case .unreachable(.unknownHost): ("unknownHost", "its name has no address")
      case .unreachable(.wrongPin), .unreachable(.untrustedCertificate): ("wrongKey", "it shows another key")
      case .unreachable(.handshakeFailed), .unreachable(.wrongProtocol), .badProtocol:
        ("protocol", "what answers there is no relay of this version")
      case .unreachable: ("unreachable", "nothing answers at its address")
      case .refused(.storageFull): ("storageFull", "its disk is full")
      case .refused(let code) where code.isTemporary: ("busy", "it asks to wait")
      case .refused: ("refused", "it refuses a mailbox or a message")
      case .unexpected: ("unexpected", "it closed the connection, or answered something else")
      case .damaged: ("damaged", "what came back is not what was sent")
      }
    self.init(
      code: words.code, message: "check failed: \(words.why)",
      trying: words.code == "unreachable" ? "sotto-relay run --data DIR" : nil)
  }

  private typealias Words = (code: String, what: String, why: String, trying: String?)

  private static func words(for error: TransportError) -> Words {
    switch error {
    case .badHostKey:
      (
        "badHostKey", "not started", "the key or the certificate cannot be read, or they do not belong together",
        "sotto-relay help run"
      )
    case .system(let number): ("system", "not started", system(number), nil)
    case .unreachable(let number): ("cannotListen", "not started", system(number), nil)
    case .unknownHost: ("unknownHost", "not started", "the host to listen on has no address", "sotto-relay help run")
    default: ("cannotListen", "not started", "cannot listen", "sotto-relay help run")
    }
  }

  private static func words(for error: SQLiteError) -> Words {
    switch error {
    case .newerSchema:
      ("newerSchema", "not started", "a later sotto-relay has written this data folder", "sotto-relay --version")
    case .full: ("diskFull", "not started", "the disk is full", "df -h .")
    case .readOnly: ("readOnly", "not started", "the data folder cannot be written", nil)
    case .corrupt: ("corrupt", "not started", "the database is damaged", nil)
    case .busy: ("busy", "not started", "another process holds the database", nil)
    default: ("store", "not started", "the database cannot be opened", nil)
    }
  }

  private static func system(_ number: Int32) -> String { String(cString: strerror(number)) }
}
