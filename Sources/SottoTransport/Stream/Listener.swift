import CEvent

#if canImport(Glibc)
  import Glibc
#endif

/// Accepts connections on an event loop; made, used and closed on its thread.
public final class Listener {
  private let descriptor: Int32
  private var event: OpaquePointer?
  private var pause: LoopTimer?
  private let loop: EventLoop
  private let accepted: (Int32) -> Void
  /// Where it listens, with the port that the system chose for 0.
  public let address: ListenAddress

  /// Connections taken in one round, so that a crowd at the door does not stop those inside.
  private static let acceptCount = 64
  private static let backlog: Int32 = 1_024

  /// - Parameter accepted: takes over a connected descriptor.
  public init(
    _ address: ListenAddress, on loop: EventLoop, accepted: @escaping (Int32) -> Void
  ) throws(TransportError) {
    self.loop = loop
    self.accepted = accepted
    let addresses = try SocketAddress.resolve(
      address.host.isEmpty ? nil : address.host, port: address.port, flags: AI_PASSIVE | AI_NUMERICHOST)
    guard let first = addresses.first else { throw .unknownHost }
    let descriptor = try first.makeSocket()
    evutil_make_listen_socket_reuseable(descriptor)
    guard first.withPointer({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, Self.backlog) == 0 else {
      let error = errno
      Glibc.close(descriptor)
      throw .system(error)
    }
    self.descriptor = descriptor
    self.address = ListenAddress(host: address.host, port: Self.port(of: descriptor))
    event = event_new(
      loop.base, descriptor, Int16(EV_READ | EV_PERSIST),
      { _, _, context in
        guard let context else { return }
        Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue().accept()
      }, Unmanaged.passUnretained(self).toOpaque())
    event_add(event, nil)
  }

  deinit {
    if let event { event_free(event) }
    Glibc.close(descriptor)
  }

  /// Closes a connection that was accepted but cannot be served.
  public static func refuse(_ descriptor: Int32) {
    Glibc.close(descriptor)
  }

  private func accept() {
    for _ in 0..<Self.acceptCount {
      let connection = sotto_accept(descriptor)
      if connection >= 0 {
        accepted(connection)
      } else if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
        return rest()
      } else if errno != ECONNABORTED && errno != EINTR {
        return
      }
    }
  }

  /// Out of descriptors: the waiting connection would wake the loop again and again.
  private func rest() {
    event_del(event)
    pause = LoopTimer(on: loop, every: .milliseconds(100)) { [weak self] in
      guard let self else { return }
      event_add(event, nil)
      pause = nil
    }
  }

  private static func port(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
    }
    // The port lies at the same place in both families.
    return withUnsafeBytes(of: &address) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
  }
}
