import SottoWire

/// Where an attachment's chunk stream lies: the sender's relay and the object's id there. Whoever knows the id may
/// fetch it; the key is apart.
public struct ObjectLocation: Hashable, Sendable {
  public let relay: RelayAddress
  public let object: ObjectID

  public init(relay: RelayAddress, object: ObjectID) {
    self.relay = relay
    self.object = object
  }
}

extension ObjectLocation: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    relay = try reader.value()
    object = try reader.value()
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(relay)
    writer.value(object)
  }
}
