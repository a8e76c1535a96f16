import SottoWire

/// What is kept about wrong PINs, sealed under a key from the device key. 32 bytes.
package struct Lockout: WireCodable, Equatable {
  package static let size = 32

  /// Wrong entries since the last right one
  package var failures: UInt32
  /// The boot in which the delay began; another one owes all of it again
  package var bootID: [UInt8]
  /// Milliseconds of the monotonic clock of that boot at which entries are taken again
  package var until: UInt64

  package init(failures: UInt32, bootID: [UInt8], until: UInt64) {
    self.failures = failures
    self.bootID = bootID
    self.until = until
  }

  package static let none = Lockout(failures: 0, bootID: [UInt8](repeating: 0, count: 16), until: 0)
}

extension Lockout {
  package init(from reader: inout WireReader) throws(WireError) {
    failures = try reader.u32()
    bootID = try reader.fixed(16)
    until = try reader.u64()
    try reader.zeros(4)
  }

  package func encode(to writer: inout WireWriter) {
    writer.u32(failures)
    writer.fixed(bootID)
    writer.u64(until)
    writer.fixed([0, 0, 0, 0])
  }
}
