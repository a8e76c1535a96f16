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
  /// A connected descriptor, which the caller closes.
  static func connect(
    to target: ConnectTarget, until deadline: ContinuousClock.Instant
  ) throws(TransportError) -> Int32 {
    let addresses = try SocketAddress.resolve(target.host, port: target.port, flags: AI_ADDRCONFIG)
    var race = ConnectionRace(addresses)
    return try race.run(until: deadline)
  }
}
