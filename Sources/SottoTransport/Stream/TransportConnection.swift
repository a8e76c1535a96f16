import Synchronization

/// A client's TLS connection, for use from tasks. One task receives, any number send.
///
/// Both directions are bounded: a peer is not read from while more than `inputLimit` bytes wait to be received, and
/// `send` waits while more than `outputLimit` bytes wait for the network.
public final class TransportConnection: Sendable {
  public static let inputLimit = 256 * 1024
  public static let outputLimit = 256 * 1024

  /// TLS exporter of this connection (RFC 8446 §7.5): 32 bytes that both ends know and nobody else.
  public let exporter: [UInt8]
  /// The server's full pin, 32 bytes, whatever it was known by.
  public let peerPin: [UInt8]

  private let loop: EventLoop
  private let stream: TLSStream
  private let pipe: ConnectionPipe

  public static let exporterLabel = "EXPORTER-sotto-1"
  public static let exporterSize = 32

  /// Resolves, connects, shakes hands and checks the server's key. Nothing is sent before that.
  ///
  /// Throws when `timeout` is over, and at once when the task is cancelled.
  public static func connect(
    host: String, port: UInt16, pin: Pin, timeout: Duration = .seconds(10)
  ) async throws(TransportError) -> TransportConnection {
    let loop = try EventLoop.shared.get()
    let handshake = Handshake(ConnectTarget(host: host, port: port, pin: pin), timeout: timeout, on: loop)
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { handshake.start($0) }
    } onCancel: {
      handshake.cancel(.cancelled)
    }.get()
  }

  /// On the loop's thread, when the handshake is done.
  init(_ stream: TLSStream, on loop: EventLoop) throws(TransportError) {
    guard let exporter = stream.exporter(label: Self.exporterLabel, count: Self.exporterSize),
      let peerPin = stream.peerPin
    else { throw .handshakeFailed }
    self.exporter = exporter
    self.peerPin = peerPin
    self.loop = loop
    self.stream = stream
    pipe = ConnectionPipe()
    stream.delegate = pipe
  }

  deinit {
    // The pipe is the stream's delegate, and goes with this.
    let stream = stream
    loop.execute { stream.abort() }
  }

  /// Gives `bytes` to the connection; waits while too much waits for the network already.
  ///
  /// That it returns does not mean that the peer has them. Bytes of a call that throws `cancelled` may still be sent.
  public func send(_ bytes: [UInt8]) async throws(TransportError) {
    let stream = stream
    let pipe = pipe
    try pipe.willSend(bytes.count)
    loop.execute {
      stream.write(bytes)
      pipe.didQueue(bytes.count, pending: stream.pendingOutput)
    }
    try await pipe.waitForOutput()
  }

  /// The next bytes, as many as there are; waits for one. nil once the peer has closed in order.
  public func receive() async throws(TransportError) -> [UInt8]? {
    let (bytes, mustResume) = try await pipe.take()
    if mustResume {
      let stream = stream
      loop.execute { stream.setReading(true) }
    }
    return bytes
  }

  /// What `receive` gives, as a sequence that ends when the connection does; the error, if any, is thrown.
  public var incoming: Incoming { Incoming(connection: self) }

  /// Sends what was given, then closes. Waiting calls throw `closed`.
  public func close() {
    let stream = stream
    let loop = loop
    guard pipe.close(.closed) else { return }
    loop.execute {
      stream.finish()
      // A peer that does not close its end does not keep ours.
      ClosingStreams.abort(stream, after: .seconds(2), on: loop)
    }
  }

  public struct Incoming: AsyncSequence, Sendable {
    let connection: TransportConnection

    public struct AsyncIterator: AsyncIteratorProtocol {
      let connection: TransportConnection

      public mutating func next() async throws(TransportError) -> [UInt8]? {
        try await connection.receive()
      }

      public mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> [UInt8]? {
        try await connection.receive()
      }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(connection: connection) }
  }
}
