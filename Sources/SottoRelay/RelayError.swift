import SottoSQLite
import SottoTransport

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

extension RelayError: SQLiteErrorConvertible {
  public init(_ error: SQLiteError) { self = .store(error) }
}
