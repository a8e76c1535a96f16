/// What the two sides of a pairing have in common: an end, by hand or by time.
protocol PairingSide {
  /// From here on it waits for nothing.
  var deadline: Timestamp { get }
  var isOver: Bool { get }
  mutating func end()
}

extension PairingSide {
  /// Ends it if its time is over. True if it did so now.
  mutating func end(at now: Timestamp) -> Bool {
    guard !isOver, now >= deadline else { return false }
    end()
    return true
  }

  /// Throws where a message comes too late to count.
  mutating func checkIsOpen(at now: Timestamp) throws(PairingError) {
    guard !isOver else { throw .ended }
    guard !end(at: now) else { throw .expired }
  }
}
