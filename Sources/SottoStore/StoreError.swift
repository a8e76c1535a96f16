import SottoSQLite

/// Why a profile cannot be opened, read or written. Nothing is deleted on any of them.
public enum StoreError: Error, Equatable, Sendable {
  /// No profile at this path
  case notFound
  /// A profile, or something that is not one, is there already.
  case alreadyExists
  /// Another process holds the profile; its id where the system tells it.
  case inUse(processID: Int32?)
  /// Made by a later version of the program. Untouched.
  case newerVersion(found: Int, supported: Int)
  /// This store was closed.
  case closed
  /// The profile asks for a PIN.
  case locked
  /// A part that the sealed data needs is not there. It is never made again.
  case missing(StorePart)
  /// A part is there, but is not what was written.
  case damaged(StorePart)
  /// `device.key` is not the one that sealed this profile.
  case wrongDeviceKey
  /// The disk, or a quota, is full. The transaction left nothing.
  case full
  /// The folder or the file system cannot be written. Reading goes on.
  case readOnly
  /// A record is larger than its table takes, in bytes.
  case recordTooLarge(max: Int)
  /// Reading or writing failed; errno.
  case inputOutput(Int32)
  /// Anything else that SQLite refused
  case database(SQLiteError)
}

/// Where a profile is missing something or damaged.
public enum StorePart: Hashable, Sendable {
  case deviceKey
  case database
  case gate
  case tokenKey
  case layerFile
  case spool
  /// A row of this table
  case table(String)
}

extension StoreError: SQLiteErrorConvertible {
  public init(_ error: SQLiteError) {
    switch error {
    case .full: self = .full
    case .readOnly: self = .readOnly
    case .corrupt: self = .damaged(.database)
    case .newerSchema(let found, let supported): self = .newerVersion(found: found, supported: supported)
    case .cannotOpen, .busy, .inputOutput, .constraint, .tooBig, .other: self = .database(error)
    }
  }
}

/// Runs SQLite's part and throws its error as the store's.
func database<Result>(_ body: () throws(SQLiteError) -> Result) throws(StoreError) -> Result {
  do throws(SQLiteError) { return try body() } catch { throw StoreError(error) }
}
