import CSSL

/// What both ends have in common: TLS 1.3 only (RFC 8446), no resumption, ALPN `sotto/1` (RFC 7301).
public enum TransportProtocol {
  public static let alpn = "sotto/1"
  /// Protocol names on the wire, each behind its length.
  static let alpnList: [UInt8] = [UInt8(alpn.utf8.count)] + Array(alpn.utf8)

  /// Our name in a list of names, each behind its length.
  static func find(in list: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    var rest = list[...]
    while let length = rest.first {
      rest = rest.dropFirst()
      guard rest.count >= Int(length) else { return nil }
      let name = rest.prefix(Int(length))
      if name.elementsEqual(alpn.utf8) { return UnsafeBufferPointer(rebasing: name) }
      rest = rest.dropFirst(Int(length))
    }
    return nil
  }

  static func isSelected(by ssl: OpaquePointer) -> Bool {
    var name: UnsafePointer<UInt8>?
    var length: UInt32 = 0
    SSL_get0_alpn_selected(ssl, &name, &length)
    return UnsafeBufferPointer(start: name, count: Int(length)).elementsEqual(alpn.utf8)
  }

  static func configure(_ context: OpaquePointer) throws(TransportError) {
    guard sotto_ssl_ctx_only_tls13(context) == 1, sotto_ssl_ctx_set_groups(context, "X25519:P-256") == 1 else {
      throw .handshakeFailed
    }
    sotto_ssl_ctx_keep_little(context)
  }
}

/// A server's side of the handshake.
public final class TLSServerContext: @unchecked Sendable {
  // Configured here, then only read; OpenSSL counts its references atomically.
  let pointer: OpaquePointer

  public init(hostKey: HostKey) throws(TransportError) {
    guard let context = SSL_CTX_new(TLS_server_method()) else { throw .handshakeFailed }
    pointer = context
    try TransportProtocol.configure(context)
    SSL_CTX_set_num_tickets(context, 0)
    guard SSL_CTX_use_certificate(context, hostKey.certificates[0]) == 1,
      SSL_CTX_use_PrivateKey(context, hostKey.key) == 1
    else { throw .badHostKey }
    for certificate in hostKey.certificates.dropFirst() {
      guard sotto_ssl_ctx_add_chain(context, certificate) == 1 else { throw .badHostKey }
    }
    SSL_CTX_set_alpn_select_cb(
      context,
      { _, selected, selectedLength, offered, offeredLength, _ in
        // What is selected must outlive this call: it points into the client's list.
        guard let offered, let name = TransportProtocol.find(in: .init(start: offered, count: Int(offeredLength)))
        else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        selected?.pointee = name.baseAddress
        selectedLength?.pointee = UInt8(name.count)
        return SSL_TLSEXT_ERR_OK
      }, nil)
  }

  deinit { SSL_CTX_free(pointer) }
}

/// A client's side of the handshake.
public final class TLSClientContext: @unchecked Sendable {
  // Configured here, then only read.
  let pointer: OpaquePointer
  private let verifiesName: Bool

  /// For servers known by their pin: the key is checked after the handshake, the certificate's words are not looked at.
  static let pinned: Result<TLSClientContext, TransportError> = Result { () throws(TransportError) in
    try TLSClientContext(verifies: false)
  }
  static let systemStore: Result<TLSClientContext, TransportError> = Result { () throws(TransportError) in
    try TLSClientContext(verifies: true)
  }

  private init(verifies: Bool) throws(TransportError) {
    guard let context = SSL_CTX_new(TLS_client_method()) else { throw .handshakeFailed }
    pointer = context
    verifiesName = verifies
    try TransportProtocol.configure(context)
    SSL_CTX_set_verify(context, verifies ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nil)
    if verifies { SSL_CTX_set_default_verify_paths(context) }
    let list = TransportProtocol.alpnList
    guard SSL_CTX_set_alpn_protos(context, list, UInt32(list.count)) == 0 else { throw .handshakeFailed }
  }

  deinit { SSL_CTX_free(pointer) }

  /// A new `SSL` for one connection to `host`; the caller owns it.
  func makeSSL(host: String, isNumeric: Bool) throws(TransportError) -> OpaquePointer {
    guard let ssl = SSL_new(pointer) else { throw .handshakeFailed }
    var isConfigured = isNumeric || sotto_ssl_set_server_name(ssl, host) == 1
    if verifiesName, isConfigured {
      // RFC 9525; a numeric host is compared to the certificate's IP addresses.
      isConfigured =
        isNumeric
        ? X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1
        : SSL_set1_host(ssl, host) == 1
    }
    guard isConfigured else {
      SSL_free(ssl)
      throw .handshakeFailed
    }
    return ssl
  }
}
