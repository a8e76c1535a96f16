import SottoWire

/// Where a relay listens and how its key is recognised: `sotto://host:port/#PIN`.
///
/// Encoded as `string<253> host · u16 port · optional<opaque[32]> pin`: 4 bytes and the host, 32 more with a pin.
public struct RelayAddress: WireCodable, Hashable, Sendable {
  /// Bytes of a pin: SHA-256 of the server key's SubjectPublicKeyInfo.
  public static let pinSize = 32

  /// Canonical: a lower-case domain name, an IPv4 address, or an IPv6 address without brackets.
  public let host: String
  /// Not zero.
  public let port: UInt16
  /// 32 bytes. Without a pin the system's certificate store decides.
  public let pin: [UInt8]?

  /// Any spelling of a host that names one; `pin` has 32 bytes.
  public init(host: String, port: UInt16, pin: [UInt8]?) throws(RelayAddressError) {
    guard let host = RelayHost.canonical(host) else { throw .invalidHost }
    guard port != 0 else { throw .invalidPort }
    guard pin == nil || pin?.count == Self.pinSize else { throw .invalidPin }
    self.host = host
    self.port = port
    self.pin = pin
  }

  public init(from reader: inout WireReader) throws(WireError) {
    (host, port) = try Self.hostAndPort(from: &reader)
    pin = try reader.optional { (reader: inout WireReader) throws(WireError) in try reader.fixed(Self.pinSize) }
  }

  public func encode(to writer: inout WireWriter) {
    writer.string(host)
    writer.u16(port)
    writer.optional(pin) { pin, writer in writer.fixed(pin) }
  }

  static func hostAndPort(from reader: inout WireReader) throws(WireError) -> (String, UInt16) {
    let host = try reader.string(max: Limits.hostName)
    let port = try reader.u16()
    guard RelayHost.canonical(host) == host, port != 0 else { throw .invalidValue }
    return (host, port)
  }
}

// MARK: Text

extension RelayAddress {
  private static let scheme = "sotto://"

  /// Reads `sotto://host:port`, `sotto://host:port/` or `sotto://host:port/#PIN`. Letters of scheme, host and pin may
  /// have either case; an IPv6 address stands in brackets.
  public init(_ text: String) throws(RelayAddressError) {
    // What no address reaches is not looked at any further.
    guard text.utf8.count <= 512 else { throw .invalidHost }
    guard text.lowercased().hasPrefix(Self.scheme) else { throw .missingScheme }
    let parts = text.dropFirst(Self.scheme.count).split(
      separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let (host, port) = try Self.split(authority: parts[0])
    var pin: [UInt8]?
    if parts.count == 2 {
      pin = Base32.decode(parts[1].utf8)
      guard pin != nil else { throw .invalidPin }
    }
    try self.init(host: host, port: port, pin: pin)
  }

  private static func split(authority: Substring) throws(RelayAddressError) -> (host: String, port: UInt16) {
    let authority = authority.hasSuffix("/") ? authority.dropLast() : authority
    guard let colon = authority.lastIndex(of: ":") else { throw .invalidPort }
    let digits = authority[authority.index(after: colon)...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = UInt16(digits)
    else { throw .invalidPort }
    var host = authority[..<colon]
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if isBracketed { host = host.dropFirst().dropLast() }
    guard isBracketed == host.contains(":") else { throw .invalidHost }
    return (String(host), port)
  }
}

extension RelayAddress: CustomStringConvertible {
  /// `sotto://host:port/#PIN`, the pin in lower-case base32 without padding.
  public var description: String {
    let fragment = pin.map { "#" + Base32.encode($0, upperCased: false) } ?? ""
    return "\(Self.scheme)\(host.contains(":") ? "[\(host)]" : host):\(port)/\(fragment)"
  }
}
