import SottoStore

/// What `body` reads; nil also where that is damaged. For what has to go on without it.
func unlessDamaged<Found>(_ body: () throws -> Found?) throws -> Found? {
  do {
    return try body()
  } catch StoreError.damaged {
    return nil
  }
}

extension Error {
  /// Whether the store as a whole cannot go on, rather than one thing in it be used.
  var stopsTheStore: Bool {
    switch self as? StoreError {
    case .missing, .damaged, .recordTooLarge, nil: false
    default: true
    }
  }
}
