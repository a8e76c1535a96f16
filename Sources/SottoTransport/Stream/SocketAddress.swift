#if canImport(Glibc)
  import Glibc
#endif

/// The addresses of a host, as `getaddrinfo` gives them: it blocks.
final class AddressList {
  private let head: UnsafeMutablePointer<addrinfo>

  init(host: String?, port: UInt16, flags: Int32) throws(TransportError) {
    var hints = addrinfo()
    hints.ai_flags = flags | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var head: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &head)
    guard status == 0, let head else { throw .unknownHost }
    self.head = head
  }

  deinit { freeaddrinfo(head) }

  var addresses: [UnsafePointer<addrinfo>] {
    Array(sequence(first: UnsafePointer(head)) { UnsafePointer($0.pointee.ai_next) })
  }
}

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
