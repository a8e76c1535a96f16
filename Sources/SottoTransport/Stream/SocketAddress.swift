import CEvent

#if canImport(Glibc)
  import Glibc
#endif

/// An address with its port, as the system calls take it.
package struct SocketAddress: Equatable, Sendable {
  let family: Int32
  private let bytes: [UInt8]

  init?(_ info: addrinfo) {
    guard let address = info.ai_addr else { return nil }
    family = info.ai_family
    bytes = [UInt8](UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))
  }

  /// The addresses of a host, the best first (RFC 6724); blocks. Without a host those to listen on.
  package static func resolve(
    _ host: String?, port: UInt16, flags: Int32 = 0
  ) throws(TransportError) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_flags = flags | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var head: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &head)
    guard status == 0, let head else { throw .unknownHost }
    defer { freeaddrinfo(head) }
    return sequence(first: head) { $0.pointee.ai_next }.compactMap { SocketAddress($0.pointee) }
  }

  /// A stream socket of its family that does not block.
  func makeSocket() throws(TransportError) -> Int32 {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .system(errno) }
    return descriptor
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var storage = sockaddr_storage()
    return withUnsafeMutablePointer(to: &storage) { storage in
      UnsafeMutableRawPointer(storage).copyMemory(
        from: bytes, byteCount: min(bytes.count, MemoryLayout<sockaddr_storage>.size))
      return storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(bytes.count)) }
    }
  }
}
