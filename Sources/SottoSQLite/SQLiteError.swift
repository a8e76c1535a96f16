import CSQLite

#if canImport(Glibc)
  import Glibc
#endif

/// What SQLite refused, by what a caller can do about it.
public enum SQLiteError: Error, Equatable, Sendable {
  /// The disk, or a quota, is full.
  case full
  /// The file, the folder or the file system cannot be written.
  case readOnly
  /// A page is damaged, or the file is not a database.
  case corrupt
  /// Another connection holds the lock, and the busy time-out has passed.
  case busy
  /// The file cannot be opened or created.
  case cannotOpen
  /// Reading or writing failed; the extended result code of SQLite.
  case inputOutput(Int32)
  /// A UNIQUE, NOT NULL or CHECK rule of the schema; the extended result code.
  case constraint(Int32)
  /// A value is larger than SQLite or a column takes.
  case tooBig
  /// The schema was made by a later version of the program.
  case newerSchema(found: Int, supported: Int)
  /// Anything else, a mistake in SQL included; the extended result code.
  case other(Int32)

  /// `systemError`: errno of the failed call, or 0.
  init(code: Int32, systemError: Int32 = 0) {
    switch systemError {
    case ENOSPC, EDQUOT: self = .full
    case EROFS: self = .readOnly
    default: self.init(code: code)
    }
  }

  private init(code: Int32) {
    switch code & 0xFF {
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_CANTOPEN: self = .cannotOpen
    case SQLITE_IOERR: self = .inputOutput(code)
    case SQLITE_CONSTRAINT: self = .constraint(code)
    case SQLITE_TOOBIG: self = .tooBig
    default: self = .other(code)
    }
  }
}

/// An area's error that has a case for SQLite's, so that transactions can throw it.
public protocol SQLiteErrorConvertible: Error {
  init(_ error: SQLiteError)
}

extension SQLiteError: SQLiteErrorConvertible {
  public init(_ error: SQLiteError) { self = error }
}
