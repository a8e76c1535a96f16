import SottoCore
import SottoWire

/// What messages stand under.
public enum ConversationID: Hashable, Sendable, WireCodable, TableKey {
  case contact(ContactID)
  /// A private group of this device
  case group(GroupID)
  /// A peer that no contact names
  case peer(DeviceID)
  /// What was sealed to a file for an ad-hoc list
  case sealedFiles

  public init(from reader: inout WireReader) throws(WireError) {
    switch try reader.u8() {
    case 1: self = .contact(try reader.value())
    case 2: self = .group(try reader.value())
    case 3: self = .peer(try reader.value())
    case 4: self = .sealedFiles
    case let other: throw .unknownTag(other)
    }
  }

  public func encode(to writer: inout WireWriter) {
    switch self {
    case .contact(let id):
      writer.u8(1)
      writer.value(id)
    case .group(let id):
      writer.u8(2)
      writer.value(id)
    case .peer(let id):
      writer.u8(3)
      writer.value(id)
    case .sealedFiles:
      writer.u8(4)
    }
  }
}
