import CSSL

#if canImport(Glibc)
  import Glibc
#endif

/// A client that does what ours never would: another TLS version, another protocol, no TLS at all. Blocking.
enum RawTLSClient {
  static func connectTCP(port: UInt16) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return status == 0 ? descriptor : -1
  }

  /// Whether the handshake went through and the server then keeps the connection.
  static func isAccepted(port: UInt16, maximumVersion: Int32, alpn: String?) -> Bool {
    let descriptor = connectTCP(port: port)
    guard descriptor >= 0, let context = SSL_CTX_new(TLS_client_method()) else { return false }
    defer {
      close(descriptor)
      SSL_CTX_free(context)
      ERR_clear_error()
    }
    // SSL_CTRL_SET_MAX_PROTO_VERSION
    SSL_CTX_ctrl(context, 124, Int(maximumVersion), nil)
    if let alpn {
      let list = [UInt8(alpn.utf8.count)] + Array(alpn.utf8)
      SSL_CTX_set_alpn_protos(context, list, UInt32(list.count))
    }
    guard let ssl = SSL_new(context) else { return false }
    defer { SSL_free(ssl) }
    SSL_set_fd(ssl, descriptor)
    guard SSL_connect(ssl) == 1 else { return false }
    // A TLS 1.3 client is done before the server has judged it: only an answer shows that it stayed.
    guard SSL_write(ssl, "x", 1) == 1 else { return false }
    var byte: UInt8 = 0
    return SSL_read(ssl, &byte, 1) == 1
  }

  /// Sends `bytes` as they are and reads until the server closes; false where it does not within five seconds.
  static func isClosed(port: UInt16, afterSending bytes: [UInt8]) -> Bool {
    let descriptor = connectTCP(port: port)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while Glibc.poll(&poll, 1, 5_000) > 0 {
      if read(descriptor, &buffer, buffer.count) <= 0 { return true }
    }
    return false
  }
}
