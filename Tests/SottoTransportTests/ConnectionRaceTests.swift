import SottoTransport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite(.timeLimit(.minutes(1)))
struct ConnectionRaceTests {
  private static let time = Duration.seconds(20)

  private func address(_ port: UInt16, host: String = "127.0.0.1") throws -> SocketAddress {
    try #require(try SocketAddress.resolve(host, port: port).first)
  }

  private func connect(_ addresses: [SocketAddress], within time: Duration = time) throws(TransportError) -> Int32 {
    var race = ConnectionRace(addresses)
    return try race.run(until: .now + time)
  }

  @Test func anAddressThatSwallowsPacketsDelaysTheNextByAMoment() throws {
    let blackHole = try SilentListener(isFull: true)
    let listener = try SilentListener()
    let start = ContinuousClock.now
    let descriptor = try connect([address(blackHole.port), address(blackHole.port), address(listener.port)])
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(remotePort(of: descriptor) == listener.port)
    close(descriptor)
  }

  @Test func anAddressThatRefusesDelaysNothing() throws {
    let closed = try SilentListener()
    let port = closed.port
    closed.stop()
    let listener = try SilentListener()
    let descriptor = try connect([address(port), address(listener.port)])
    #expect(remotePort(of: descriptor) == listener.port)
    close(descriptor)
    #expect(throws: TransportError.unreachable(ECONNREFUSED)) { _ = try connect([address(port), address(port)]) }
  }

  @Test func theTimeEndsIt() throws {
    let blackHole = try SilentListener(isFull: true)
    let addresses = [try address(blackHole.port), try address(blackHole.port)]
    #expect(throws: TransportError.timedOut) { _ = try connect(addresses, within: .milliseconds(400)) }
    #expect(throws: TransportError.unknownHost) { _ = try connect([]) }
  }

  /// RFC 8305 §4
  @Test func theFamiliesTakeTurns() throws {
    let (a, b, c) = (try address(1), try address(2), try address(3))
    let (x, y) = (try address(1, host: "::1"), try address(2, host: "::1"))
    #expect(ConnectionRace.interleaved([x, y, a, b, c]) == [x, a, y, b, c])
    #expect(ConnectionRace.interleaved([a, b, x]) == [a, x, b])
    #expect(ConnectionRace.interleaved([]) == [])
  }

  private func remotePort(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// Listens on loopback and accepts nothing.
private final class SilentListener {
  let port: UInt16
  private var descriptors: [Int32] = []

  /// `isFull`: its queue is full, so that the system drops what asks for a connection, as a route that leads nowhere.
  init(isFull: Bool = false) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    descriptors = [descriptor]
    var address = Self.loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, isFull ? 0 : 16) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    try #require(isListening)
    port = UInt16(bigEndian: address.sin_port)
    guard isFull else { return }
    // A queue of length 0 still takes one or two.
    for _ in 0..<8 {
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      _ = fcntl(client, F_SETFL, O_NONBLOCK)
      descriptors.append(client)
      var target = Self.loopback(port: port)
      withUnsafePointer(to: &target) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
  }

  deinit { stop() }

  func stop() {
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }
}
