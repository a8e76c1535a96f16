import SottoCore
import SottoWire

/// A private prekey by the peer device that it was made for and its id.
public struct PrekeyKey: Hashable, Sendable, WireCodable, TableKey {
  public let peer: DeviceID
  public let id: PrekeyID

  public init(peer: DeviceID, id: PrekeyID) {
    self.peer = peer
    self.id = id
  }

  public init(from reader: inout WireReader) throws(WireError) {
    peer = try reader.value()
    id = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(peer)
    writer.value(id)
  }
}
