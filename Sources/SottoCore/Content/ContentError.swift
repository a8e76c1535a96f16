import SottoWire

/// Why content cannot be made or read.
public enum ContentError: Error, Equatable, Sendable {
  /// A version after this one: kept as it came, readable after an update.
  case newerVersion(UInt8)
  /// An extension that must be understood and is not known here: kept as it came, readable after an update.
  case criticalExtension(UInt16)
  /// Not padded as content is: length prefix, zero fill, multiple of 160 bytes.
  case malformedPadding
  /// The envelope inside the padding is not a canonical encoding.
  case malformed(WireError)
  /// Above a maximum of `Limits`, in the unit of that maximum.
  case tooLarge(limit: Int)

  /// Whether a newer Sotto is likely to read it.
  public var requiresUpdate: Bool {
    switch self {
    case .newerVersion, .criticalExtension: true
    case .malformedPadding, .malformed, .tooLarge: false
    }
  }

  init(_ error: WireError) {
    self = if case .criticalExtension(let type) = error { .criticalExtension(type) } else { .malformed(error) }
  }
}
