import SottoTransport
import Synchronization
import TestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// A TLS server on loopback that does what a test tells it with each stream.
final class TestServer: TLSStreamDelegate, @unchecked Sendable {
  struct Behaviour: Sendable {
    var opened: @Sendable (TLSStream) -> Void = { _ in }
    var received: @Sendable (TLSStream, UnsafeRawBufferPointer) -> Void = { $0.write([UInt8]($1)) }
  }

  let loop: EventLoop
  let hostKey: HostKey
  let port: UInt16
  private let folder = ScratchFolder()
  private let behaviour: Behaviour
  // On the loop's thread.
  private var listener: Listener?
  private var streams: [ObjectIdentifier: TLSStream] = [:]
  private let counts = Mutex((opened: 0, closed: 0, errors: [TransportError]()))

  init(_ behaviour: Behaviour = Behaviour()) async throws {
    self.behaviour = behaviour
    let loop = try EventLoop()
    self.loop = loop
    let hostKey = try HostKey.loadOrCreate(file: folder.path + "/host.key")
    self.hostKey = hostKey
    let context = try TLSServerContext(hostKey: hostKey)
    let holder = Holder()
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<UInt16, TransportError>, Never>) in
      loop.execute {
        continuation.resume(
          returning: Result { () throws(TransportError) in
            let listener = try Listener(ListenAddress(host: "127.0.0.1", port: 0), on: loop) { descriptor in
              guard let server = holder.server,
                let stream = try? TLSStream(accepting: descriptor, context: context, on: loop)
              else { return }
              stream.delegate = server
              server.streams[ObjectIdentifier(stream)] = stream
            }
            holder.listener = listener
            return listener.address.port
          })
      }
    }
    port = try result.get()
    holder.server = self
    loop.execute {
      self.listener = holder.listener
      holder.listener = nil
    }
  }

  /// Filled before the first connection comes.
  private final class Holder: @unchecked Sendable {
    weak var server: TestServer?
    var listener: Listener?
  }

  var errors: [TransportError] { counts.withLock { $0.errors } }
  var openedCount: Int { counts.withLock { $0.opened } }
  var closedCount: Int { counts.withLock { $0.closed } }

  /// Waits until `condition` holds, asking again after each turn of the loop.
  func wait(until condition: @Sendable @escaping () -> Bool) async {
    while !condition() {
      await onLoop {}
      await Task.yield()
    }
  }

  func onLoop<Value: Sendable>(_ body: @Sendable @escaping () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      loop.execute { continuation.resume(returning: body()) }
    }
  }

  func forEachStream(_ body: @Sendable @escaping (TLSStream) -> Void) async {
    await onLoop { self.streams.values.forEach(body) }
  }

  func stop() async {
    await onLoop {
      self.listener = nil
      self.streams.values.forEach { $0.abort() }
      self.streams = [:]
    }
    loop.stop()
  }

  func connect(_ pin: Pin? = nil) async throws(TransportError) -> TransportConnection {
    try await TransportConnection.connect(host: "127.0.0.1", port: port, pin: pin ?? .full(hostKey.pin))
  }

  func streamDidOpen(_ stream: TLSStream) {
    counts.withLock { $0.opened += 1 }
    behaviour.opened(stream)
  }

  func stream(_ stream: TLSStream, didReceive bytes: UnsafeRawBufferPointer) {
    behaviour.received(stream, bytes)
  }

  func streamDidDrain(_ stream: TLSStream) {}

  func streamDidClose(_ stream: TLSStream, error: TransportError?) {
    streams[ObjectIdentifier(stream)] = nil
    counts.withLock { counts in
      counts.closed += 1
      if let error { counts.errors.append(error) }
    }
  }
}

/// Sockets of this process with that local port: a server's listener and the connections it has accepted. Other tests
/// in the process, which open descriptors of their own, do not count.
func socketCount(localPort: UInt16) -> Int {
  guard let folder = opendir("/proc/self/fd") else { return 0 }
  defer { closedir(folder) }
  var count = 0
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    guard let descriptor = Int32(name) else { continue }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    if result == 0, address.sin_family == sa_family_t(AF_INET), UInt16(bigEndian: address.sin_port) == localPort {
      count += 1
    }
  }
  return count
}
