import CEvent
import CSSL

#if canImport(Glibc)
  import Glibc
#endif

/// What a stream tells. Called on the loop's thread.
public protocol TLSStreamDelegate: AnyObject {
  /// The handshake is done; bytes may be written.
  func streamDidOpen(_ stream: TLSStream)
  /// `bytes` are valid inside this call only.
  func stream(_ stream: TLSStream, didReceive bytes: UnsafeRawBufferPointer)
  /// What was written has left for the network, but for `TLSStream.lowWater` bytes.
  func streamDidDrain(_ stream: TLSStream)
  /// The last call. nil: the peer closed in order.
  func streamDidClose(_ stream: TLSStream, error: TransportError?)
}

/// One TLS connection on an event loop, of either end. Used on the loop's thread only.
///
/// The stream holds itself while it is open; its delegate holds it too and is held weakly.
public final class TLSStream: @unchecked Sendable {
  private enum Phase {
    case handshaking
    case open
    /// Closing in order: what was written goes out, then our end of stream; what comes in is thrown away, so that the
    /// system does not reset the connection before the peer has read our last bytes.
    case finishing
    case lingering
    case closed
  }

  /// Bytes not yet written to the network below which `streamDidDrain` is called.
  public static let lowWater = 64 * 1024

  public weak var delegate: (any TLSStreamDelegate)?
  private var phase = Phase.handshaking
  /// Freed, and nil, once the stream is closed.
  private var bufferevent: OpaquePointer?
  private var retained: Unmanaged<TLSStream>?
  private let pin: Pin?

  /// The server's end of `descriptor`, which this closes.
  public convenience init(
    accepting descriptor: Int32, context: TLSServerContext, on loop: EventLoop
  ) throws(TransportError) {
    guard let ssl = SSL_new(context.pointer) else {
      Glibc.close(descriptor)
      throw .handshakeFailed
    }
    try self.init(descriptor, ssl: ssl, state: BUFFEREVENT_SSL_ACCEPTING, pin: nil, on: loop)
  }

  /// The client's end of `descriptor`, connected already, which this closes.
  convenience init(connected descriptor: Int32, to target: ConnectTarget, on loop: EventLoop) throws(TransportError) {
    let ssl: OpaquePointer
    do throws(TransportError) {
      let context = try (target.pin == .systemStore ? TLSClientContext.systemStore : TLSClientContext.pinned).get()
      ssl = try context.makeSSL(host: target.host, isNumeric: target.isNumeric)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    try self.init(descriptor, ssl: ssl, state: BUFFEREVENT_SSL_CONNECTING, pin: target.pin, on: loop)
  }

  private init(
    _ descriptor: Int32, ssl: OpaquePointer, state: bufferevent_ssl_state, pin: Pin?, on loop: EventLoop
  ) throws(TransportError) {
    self.pin = pin
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    evutil_make_socket_nonblocking(descriptor)
    // Deferred: a callback that closes the stream must not run inside libevent's own reading.
    let options = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue | BEV_OPT_DEFER_CALLBACKS.rawValue)
    guard let bufferevent = bufferevent_openssl_socket_new(loop.base, descriptor, ssl, state, options) else {
      SSL_free(ssl)
      Glibc.close(descriptor)
      throw .handshakeFailed
    }
    self.bufferevent = bufferevent
    let retained = Unmanaged.passRetained(self)
    self.retained = retained
    bufferevent_setcb(
      bufferevent,
      { _, context in TLSStream.from(context)?.didRead() },
      { _, context in TLSStream.from(context)?.didWrite() },
      { _, events, context in TLSStream.from(context)?.didHappen(events) },
      retained.toOpaque())
    bufferevent_setwatermark(bufferevent, Int16(EV_WRITE), Self.lowWater, 0)
    bufferevent_enable(bufferevent, Int16(EV_READ | EV_WRITE))
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> TLSStream? {
    context.map { Unmanaged<TLSStream>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: State

  public var isOpen: Bool { phase == .open }

  /// Bytes written here that have not gone to the network yet.
  public var pendingOutput: Int {
    bufferevent.map { evbuffer_get_length(bufferevent_get_output($0)) } ?? 0
  }

  private var ssl: OpaquePointer? { bufferevent.flatMap { bufferevent_openssl_get_ssl($0) } }

  /// RFC 8446 §7.5, without a context value. nil before the handshake is done.
  public func exporter(label: String, count: Int) -> [UInt8]? {
    guard phase == .open, let ssl else { return nil }
    var value = [UInt8](repeating: 0, count: count)
    guard SSL_export_keying_material(ssl, &value, count, label, label.utf8.count, nil, 0, 0) == 1 else { return nil }
    return value
  }

  /// The server's pin, at a client; learned in the handshake.
  public var peerPin: [UInt8]? {
    guard let ssl, let certificate = SSL_get1_peer_certificate(ssl) else { return nil }
    defer { X509_free(certificate) }
    return SPKI.hash(of: certificate)
  }

  // MARK: Output

  /// Queues `bytes`. Nothing happens on a stream that is not open.
  public func write(_ bytes: [UInt8]) {
    guard phase == .open, let bufferevent else { return }
    bufferevent_write(bufferevent, bytes, bytes.count)
  }

  /// Stops, or goes on with, reading: what the peer sends stays in its own buffers meanwhile.
  public func setReading(_ isReading: Bool) {
    guard phase == .open, let bufferevent else { return }
    if isReading {
      bufferevent_enable(bufferevent, Int16(EV_READ))
    } else {
      bufferevent_disable(bufferevent, Int16(EV_READ))
    }
  }

  /// Sends what was written, says that it was all, and waits for the peer to close. Whoever calls sees to it that a
  /// peer which does not close is `abort`ed. The delegate hears of the end.
  public func finish() {
    guard let bufferevent else { return }
    guard phase == .open else {
      if phase == .handshaking { end(.closed) }
      return
    }
    phase = .finishing
    bufferevent_setwatermark(bufferevent, Int16(EV_WRITE), 0, 0)
    bufferevent_enable(bufferevent, Int16(EV_READ))
    if pendingOutput == 0 { sayEnd() }
  }

  /// Closes at once. The delegate is not called.
  public func abort() {
    delegate = nil
    end(nil)
  }

  private func sayEnd() {
    guard phase == .finishing, let bufferevent, let ssl else { return }
    phase = .lingering
    SSL_shutdown(ssl)
    ERR_clear_error()
    shutdown(bufferevent_getfd(bufferevent), Int32(SHUT_WR))
  }

  private func end(_ error: TransportError?) {
    guard phase != .closed, let bufferevent else { return }
    phase = .closed
    bufferevent_setcb(bufferevent, nil, nil, nil, nil)
    bufferevent_free(bufferevent)
    self.bufferevent = nil
    ERR_clear_error()
    let delegate = self.delegate
    self.delegate = nil
    delegate?.streamDidClose(self, error: error)
    retained?.release()
    retained = nil
  }

  // MARK: Callbacks

  private func didRead() {
    guard let bufferevent, let input = bufferevent_get_input(bufferevent) else { return }
    guard phase == .open else {
      if phase != .handshaking { evbuffer_drain(input, evbuffer_get_length(input)) }
      return
    }
    while phase == .open {
      let count = evbuffer_get_contiguous_space(input)
      guard count > 0, let bytes = evbuffer_pullup(input, count) else { return }
      delegate?.stream(self, didReceive: UnsafeRawBufferPointer(start: bytes, count: count))
      // The callback may have closed the stream, and with it the buffer.
      guard self.bufferevent != nil else { return }
      evbuffer_drain(input, count)
    }
  }

  private func didWrite() {
    switch phase {
    case .open: delegate?.streamDidDrain(self)
    case .finishing: if pendingOutput == 0 { sayEnd() }
    case .handshaking, .lingering, .closed: break
    }
  }

  private func didHappen(_ events: Int16) {
    let events = Int32(events)
    if events & BEV_EVENT_CONNECTED != 0 {
      didConnect()
    } else if events & BEV_EVENT_EOF != 0 {
      end(phase == .handshaking ? .handshakeFailed : nil)
    } else if events & BEV_EVENT_ERROR != 0 {
      end(phase == .handshaking ? handshakeError() : .connectionLost)
    }
  }

  private func didConnect() {
    guard phase == .handshaking, let ssl else { return }
    guard TransportProtocol.isSelected(by: ssl) else { return end(.wrongProtocol) }
    if let pin {
      guard let peerPin, pin.accepts(peerPin) else { return end(.wrongPin) }
    }
    phase = .open
    delegate?.streamDidOpen(self)
  }

  private func handshakeError() -> TransportError {
    guard let ssl, let bufferevent else { return .handshakeFailed }
    let code = bufferevent_get_openssl_error(bufferevent)
    if pin == .systemStore, SSL_get_verify_result(ssl) != Int(X509_V_OK) { return .untrustedCertificate }
    if code == 0 { return .connectionLost }
    // RFC 7301 §3.2: the alert of a server that has none of our protocols.
    return sotto_err_reason(code) == SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL ? .wrongProtocol : .handshakeFailed
  }
}
