import SottoWire

/// A relay as a stranger is told of it: an invitation has room for half a pin only.
///
/// Encoded as `string<253> host · u16 port · optional<opaque[16]> pinPrefix`.
public struct RelayEndpoint: WireCodable, Hashable, Sendable {
  /// Bytes of a pin that an invitation carries. Somebody would have to search 2^128 keys for one that fits.
  public static let pinPrefixSize = 16

  public let host: String
  public let port: UInt16
  /// The first 16 bytes of the pin. Without it the system's certificate store decides.
  public let pinPrefix: [UInt8]?

  public init(_ address: RelayAddress) {
    host = address.host
    port = address.port
    pinPrefix = address.pin.map { [UInt8]($0.prefix(Self.pinPrefixSize)) }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    (host, port) = try RelayAddress.hostAndPort(from: &reader)
    pinPrefix = try reader.optional { (reader: inout WireReader) throws(WireError) in
      try reader.fixed(Self.pinPrefixSize)
    }
  }

  public func encode(to writer: inout WireWriter) {
    writer.string(host)
    writer.u16(port)
    writer.optional(pinPrefix) { prefix, writer in writer.fixed(prefix) }
  }
}
