#if canImport(Glibc)
  import Glibc
#endif

/// Attempts at several addresses of one host, each begun a little after the one before it, so that an address that
/// swallows packets costs a moment and not the whole time (RFC 8305). The first that connects ends all others.
package struct ConnectionRace: ~Copyable {
  /// RFC 8305 §8, "Connection Attempt Delay"
  private static let delay = Duration.milliseconds(250)
  /// Addresses tried; a name may have any number.
  private static let addressCount = 16

  private var waiting: ArraySlice<SocketAddress>
  private var attempts: [pollfd] = []
  private var failure = TransportError.unknownHost

  package init(_ addresses: [SocketAddress]) {
    waiting = Self.interleaved(addresses).prefix(Self.addressCount)
  }

  deinit {
    for attempt in attempts { close(attempt.fd) }
  }

  /// RFC 8305 §4: the families take turns, each in its own order, beginning with that of the best address.
  package static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
    let first = addresses.filter { $0.family == addresses.first?.family }
    let others = addresses.filter { $0.family != addresses.first?.family }
    let pairs = zip(first, others).flatMap { [$0, $1] }
    return pairs + first.dropFirst(others.count) + others.dropFirst(first.count)
  }

  /// A connected descriptor, which the caller closes. Throws the last failure where all addresses have failed.
  package mutating func run(until deadline: ContinuousClock.Instant) throws(TransportError) -> Int32 {
    var nextStart = ContinuousClock.now
    while true {
      let now = ContinuousClock.now
      guard now < deadline else { throw .timedOut }
      if now >= nextStart, let address = waiting.popFirst() {
        // After one that failed at once the next follows at once.
        nextStart = begin(address) ? now + Self.delay : now
        continue
      }
      guard !attempts.isEmpty else { throw failure }
      let wake = waiting.isEmpty ? deadline : min(deadline, nextStart)
      let (winner, isFailed) = try wait(until: wake)
      if let winner { return winner }
      if isFailed { nextStart = now }
    }
  }

  /// False where it failed at once.
  private mutating func begin(_ address: SocketAddress) -> Bool {
    do throws(TransportError) {
      let descriptor = try address.makeSocket()
      let status = address.withPointer { connect(descriptor, $0, $1) }
      guard status == 0 || errno == EINPROGRESS else {
        failure = .unreachable(errno)
        close(descriptor)
        return false
      }
      attempts.append(pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0))
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// The first attempt that has connected, taken out; and whether any has failed.
  private mutating func wait(
    until wake: ContinuousClock.Instant
  ) throws(TransportError) -> (winner: Int32?, isFailed: Bool) {
    let rest = max(.zero, wake - .now)
    let milliseconds = rest.components.seconds * 1_000 + rest.components.attoseconds / 1_000_000_000_000_000
    let status = poll(&attempts, nfds_t(attempts.count), Int32(clamping: milliseconds + 1))
    guard status >= 0 || errno == EINTR else { throw .system(errno) }
    guard status > 0 else { return (nil, false) }
    let countBefore = attempts.count
    for index in attempts.indices.reversed() where attempts[index].revents != 0 {
      let descriptor = attempts.remove(at: index).fd
      let error = Self.error(of: descriptor)
      if error == 0 { return (descriptor, false) }
      failure = .unreachable(error)
      close(descriptor)
    }
    return (nil, attempts.count < countBefore)
  }

  private static func error(of descriptor: Int32) -> Int32 {
    var error: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno
  }
}
