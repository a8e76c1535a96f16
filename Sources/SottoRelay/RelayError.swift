import SottoSQLite
import SottoTransport

#if canImport(Glibc)
  import Glibc
#endif

/// Why a relay does not start.
public enum RelayError: Error, Equatable, Sendable {
  /// The data folder cannot be made or written; the system's error number.
  case dataFolder(Int32)
  /// Another process runs a relay on this data folder.
  case inUse
  case transport(TransportError)
  case store(SQLiteError)
  /// The listen address, or the host told to clients, makes no relay address.
  case badAddress
  /// It was started before, or stopped.
  case notRunning
  /// The data folder holds no address: no relay has run on it.
  case noAddress
}

extension RelayError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .dataFolder(let error): "the data folder cannot be used: \(String(cString: strerror(error)))"
    case .inUse: "another process runs a relay on this data folder"
    case .transport(.badAddress), .badAddress: "the listen address is not HOST:PORT, or the host is none"
    case .transport(.badHostKey): "the key or the certificate cannot be read, or they do not belong together"
    case .transport(.system(let error)): "the system refused: \(String(cString: strerror(error)))"
    case .transport(let error): "cannot listen: \(error)"
    case .store(.newerSchema): "a later version of sotto-relay has written this data folder"
    case .store(.full): "the disk is full"
    case .store(let error): "the database cannot be opened: \(error)"
    case .notRunning: "the relay was started before"
    case .noAddress: "no relay has run on this data folder yet"
    }
  }
}

extension RelayError: SQLiteErrorConvertible {
  public init(_ error: SQLiteError) { self = .store(error) }
}
