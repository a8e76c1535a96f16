import SottoWire

/// How far one recipient device's copy has come, as far as this device knows.
public enum OutboxState: Hashable, Sendable {
  /// Durable here; waits for its turn or its retry.
  case queued
  /// Durable here; waits until keys for the recipient exist.
  case keysPending
  /// Handed to a relay connection that has not answered yet.
  case inFlight
  /// The recipient's relay has it on disk.
  case atRelay
  /// The recipient's device has it on disk.
  case stored
  /// The recipient has seen it.
  case read
  case failed(SendFailure)
  /// Written to a file; nothing is known after that.
  case sealedToFile

  /// Not at the relay yet and not given up.
  public var isWaiting: Bool {
    switch self {
    case .queued, .keysPending, .inFlight: true
    case .atRelay, .stored, .read, .failed, .sealedToFile: false
    }
  }

  /// What a receipt of the recipient makes of it. A receipt can come before the relay's answer, and after the entry
  /// was given up: it is the stronger word in both cases. It never takes anything back.
  public func confirmed(_ receipt: ReceiptBody.State) -> OutboxState {
    switch (self, receipt) {
    case (.read, _), (_, .read): .read
    case (_, .stored): .stored
    }
  }
}

extension OutboxState: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    switch try reader.u8() {
    case 1: self = .queued
    case 2: self = .keysPending
    case 3: self = .inFlight
    case 4: self = .atRelay
    case 5: self = .stored
    case 6: self = .read
    case 7: self = .failed(try reader.value())
    case 8: self = .sealedToFile
    case let other: throw .unknownTag(other)
    }
  }

  public func encode(to writer: inout WireWriter) {
    switch self {
    case .queued: writer.u8(1)
    case .keysPending: writer.u8(2)
    case .inFlight: writer.u8(3)
    case .atRelay: writer.u8(4)
    case .stored: writer.u8(5)
    case .read: writer.u8(6)
    case .failed(let failure):
      writer.u8(7)
      writer.value(failure)
    case .sealedToFile: writer.u8(8)
    }
  }
}
