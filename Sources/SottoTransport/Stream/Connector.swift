#if canImport(Glibc)
  import Glibc
#endif

/// Where a client goes, and how it knows the server there.
struct ConnectTarget: Sendable {
  var host: String
  var port: UInt16
  var pin: Pin

  /// A host that is an address itself has no name to tell the server, or to compare to its certificate.
  var isNumeric: Bool {
    var address = in6_addr()
    return inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1
  }
}

/// Resolves and connects, blocking, on a thread of its own.
enum Connector {
  /// A connected descriptor, which the caller closes. Each address of the host is tried in turn.
  static func connect(
    to target: ConnectTarget, until deadline: ContinuousClock.Instant
  ) throws(TransportError) -> Int32 {
    let list = try AddressList(host: target.host, port: target.port, flags: AI_ADDRCONFIG)
    var failure = TransportError.unknownHost
    for address in list.addresses {
      do {
        return try connect(to: address.pointee, until: deadline)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private static func connect(
    to address: addrinfo, until deadline: ContinuousClock.Instant
  ) throws(TransportError) -> Int32 {
    let type = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.ai_family, type, address.ai_protocol)
    guard descriptor >= 0 else { throw .system(errno) }
    do throws(TransportError) {
      if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
        guard errno == EINPROGRESS else { throw .unreachable(errno) }
        try wait(for: descriptor, until: deadline)
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func wait(for descriptor: Int32, until deadline: ContinuousClock.Instant) throws(TransportError) {
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while true {
      let rest = deadline - .now
      guard rest > .zero else { throw .timedOut }
      let milliseconds = rest.components.seconds * 1_000 + rest.components.attoseconds / 1_000_000_000_000_000
      let status = Glibc.poll(&poll, 1, Int32(clamping: milliseconds + 1))
      if status > 0 { break }
      guard status == 0 || errno == EINTR else { throw .system(errno) }
    }
    var error: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length)
    guard error == 0 else { throw .unreachable(error) }
  }
}
