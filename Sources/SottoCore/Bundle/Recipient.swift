import SottoWire

/// One slot of a group envelope. Nothing in it says whose it is: a device finds its own by trying.
public struct Recipient: WireCodable, Hashable, Sendable {
  public let secrecyContext: SecrecyContext
  /// AES-GCM box of a `RecipientPayload`, associated data = blind.
  public let wrappedPayload: [UInt8]

  init(secrecyContext: SecrecyContext, wrappedPayload: [UInt8]) {
    self.secrecyContext = secrecyContext
    self.wrappedPayload = wrappedPayload
  }

  public init(from reader: inout WireReader) throws(WireError) {
    secrecyContext = try SecrecyContext(from: &reader)
    if case .group = secrecyContext.mode { throw .invalidValue }
    wrappedPayload = try reader.bytes(max: Limits.bundle)
  }

  public func encode(to writer: inout WireWriter) {
    writer.value(secrecyContext)
    writer.bytes(wrappedPayload)
  }
}
