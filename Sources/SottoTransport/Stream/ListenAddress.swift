/// `HOST:PORT`, where HOST is numeric, `[…]` around IPv6, or empty for all interfaces. Port 0 lets the system choose.
public struct ListenAddress: Equatable, Sendable {
  public var host: String
  public var port: UInt16

  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  public init(_ text: String) throws(TransportError) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw .badAddress
    }
    var host = text[..<colon]
    if host.hasPrefix("[") && host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw .badAddress
    }
    self.init(host: String(host), port: port)
  }

  /// With the brackets that IPv6 needs before a port.
  public var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
