import SottoWire

/// Why a copy will not arrive, or is not known to have arrived. The numbers are stored.
public enum SendFailure: UInt8, CaseIterable, Sendable {
  /// Not accepted by the relay within seven days.
  case expired = 1
  /// Accepted by the relay, but no receipt within the thirty days that the relay keeps it.
  case unconfirmed = 2
  /// The relay knows no such mailbox: every entry for it fails.
  case unknownMailbox = 3
  case badAccessKey = 4
  case tooLarge = 5
  /// The relay could not read the push.
  case malformed = 6
  /// A permanent refusal that this version has no word for.
  case refused = 7
  /// It could not be encoded or encrypted.
  case cannotSeal = 8
  /// The recipient has no relay; only files reach it.
  case noRelay = 9
  case attachmentUnavailable = 10
  /// The recipient's device is not on its owner's signed list.
  case deviceNotListed = 11
  /// Given up by the person.
  case discarded = 12
}

extension SendFailure: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    let raw = try reader.u8()
    guard let failure = SendFailure(rawValue: raw) else { throw .unknownTag(raw) }
    self = failure
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(rawValue)
  }
}
