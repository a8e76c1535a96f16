import SottoTransport
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite(.timeLimit(.minutes(1)))
struct TransportConnectionTests {
  private func receive(_ count: Int, from connection: TransportConnection) async throws -> [UInt8] {
    var received: [UInt8] = []
    while received.count < count {
      guard let bytes = try await connection.receive() else { break }
      received += bytes
    }
    return received
  }

  @Test func bytesGoBothWays() async throws {
    let server = try await TestServer()
    let connection = try await server.connect()
    for size in [1, 100, 16_384, 300_000] {
      let bytes = SeededRandom(seed: UInt64(size)).bytes(size)
      async let sent: Void = connection.send(bytes)
      #expect(try await receive(size, from: connection) == bytes)
      try await sent
    }
    connection.close()
    await server.stop()
  }

  @Test func bothEndsExportTheSame() async throws {
    let server = try await TestServer(
      .init(opened: { stream in
        stream.write(stream.exporter(label: "EXPORTER-sotto-1", count: 32) ?? [])
      }))
    let first = try await server.connect()
    let second = try await server.connect()
    #expect(first.exporter.count == 32)
    #expect(try await receive(32, from: first) == first.exporter)
    #expect(try await receive(32, from: second) == second.exporter)
    #expect(first.exporter != second.exporter)
    await server.stop()
  }

  @Test func prefixIsEnoughAndTheFullPinIsLearned() async throws {
    let server = try await TestServer()
    let connection = try await server.connect(.prefix(Array(server.hostKey.pin.prefix(16))))
    #expect(connection.peerPin == server.hostKey.pin)
    #expect(server.hostKey.pin.count == 32)
    await server.stop()
  }

  @Test func anotherKeyIsRefused() async throws {
    let server = try await TestServer()
    var pin = server.hostKey.pin
    pin[31] ^= 1
    for wrong in [Pin.full(pin), .full([]), .prefix([]), .prefix(pin), .full(Array(pin.prefix(16)))] {
      await #expect(throws: TransportError.wrongPin) { try await server.connect(wrong) }
    }
    pin[0] ^= 1
    await #expect(throws: TransportError.wrongPin) { try await server.connect(.prefix(Array(pin.prefix(16)))) }
    await server.stop()
  }

  @Test func selfMadeCertificateIsNotTrustedWithoutPin() async throws {
    let server = try await TestServer()
    await #expect(throws: TransportError.untrustedCertificate) { try await server.connect(.systemStore) }
    await server.stop()
  }

  @Test func nobodyListens() async throws {
    let server = try await TestServer()
    let port = server.port
    await server.stop()
    await #expect(throws: TransportError.unreachable(ECONNREFUSED)) {
      try await TransportConnection.connect(host: "127.0.0.1", port: port, pin: .full(server.hostKey.pin))
    }
    await #expect(throws: TransportError.unknownHost) {
      try await TransportConnection.connect(host: "no.such.host.invalid", port: port, pin: .systemStore)
    }
  }

  /// Listens, and never says a word.
  private func silentListener() -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(descriptor, $0, length)
        _ = listen(descriptor, 16)
        _ = getsockname(descriptor, $0, &length)
      }
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  @Test func silentServerTimesOut() async throws {
    let (descriptor, port) = silentListener()
    defer { close(descriptor) }
    await #expect(throws: TransportError.timedOut) {
      try await TransportConnection.connect(
        host: "127.0.0.1", port: port, pin: .systemStore, timeout: .milliseconds(50))
    }
  }

  @Test func connectingCanBeCancelled() async throws {
    let (descriptor, port) = silentListener()
    defer { close(descriptor) }
    let task = Task { () async -> TransportError? in
      do throws(TransportError) {
        _ = try await TransportConnection.connect(
          host: "127.0.0.1", port: port, pin: .systemStore, timeout: .seconds(60))
        return nil
      } catch {
        return error
      }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func receivingCanBeCancelledAndGoesOn() async throws {
    let server = try await TestServer()
    let connection = try await server.connect()
    let task = Task { () async -> TransportError? in
      do throws(TransportError) {
        _ = try await connection.receive()
        return nil
      } catch {
        return error
      }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    try await connection.send([1, 2, 3])
    #expect(try await receive(3, from: connection) == [1, 2, 3])
    await server.stop()
  }

  @Test func aClientThatDoesNotReceiveHoldsTheServerBack() async throws {
    let size = 24 << 20
    let server = try await TestServer(.init(opened: { $0.write([UInt8](repeating: 7, count: size)) }))
    let connection = try await server.connect()
    let left = Mutex(0)
    // Grows until buffers on the way are full, then stands.
    var before = -1
    var same = 0
    while same < 50 {
      await server.forEachStream { stream in left.withLock { $0 = stream.pendingOutput } }
      let now = left.withLock { $0 }
      same = now == before ? same + 1 : 0
      before = now
    }
    #expect(before > size / 4)
    let received = try await receive(size, from: connection)
    #expect(received.count == size && received.allSatisfy { $0 == 7 })
    await server.stop()
  }

  @Test func aServerThatDoesNotReadHoldsSendersBack() async throws {
    let server = try await TestServer(.init(opened: { $0.setReading(false) }))
    let connection = try await server.connect()
    let sent = Mutex(0)
    let task = Task {
      do throws(TransportError) {
        while true {
          try await connection.send([UInt8](repeating: 1, count: 65_536))
          sent.withLock { $0 += 65_536 }
        }
      } catch {
        return error
      }
    }
    var before = -1
    var same = 0
    while same < 50 {
      await server.onLoop {}
      await Task.yield()
      let now = sent.withLock { $0 }
      same = now == before ? same + 1 : 0
      before = now
    }
    #expect(before < 32 << 20)
    task.cancel()
    #expect(await task.value == .cancelled)
    await server.stop()
  }

  @Test func theEndIsTold() async throws {
    let server = try await TestServer(
      .init(received: { stream, bytes in
        stream.write([UInt8](bytes))
        stream.finish()
      }))
    let connection = try await server.connect()
    try await connection.send([9])
    var all: [UInt8] = []
    for try await bytes in connection.incoming { all += bytes }
    #expect(all == [9])
    await #expect(throws: TransportError.connectionLost) { try await connection.send([1]) }
    await server.wait { server.closedCount == 1 }
    await server.stop()
  }

  @Test func closingEndsWhatWaits() async throws {
    let server = try await TestServer()
    let connection = try await server.connect()
    let task = Task { () async -> TransportError? in
      do throws(TransportError) {
        _ = try await connection.receive()
        return nil
      } catch {
        return error
      }
    }
    await server.wait { server.openedCount == 1 }
    connection.close()
    #expect(await task.value == .closed)
    await server.wait { server.closedCount == 1 }
    #expect(server.errors.isEmpty)
    await server.stop()
  }

  @Test func connectionsLeaveNothingBehind() async throws {
    let server = try await TestServer()
    try await server.connect().close()
    await server.wait { server.closedCount == 1 }
    let before = socketCount(localPort: server.port)
    for round in 0..<50 {
      let connection = try await server.connect()
      try await connection.send([1])
      _ = try await connection.receive()
      // Half of them are only forgotten.
      if round.isMultiple(of: 2) { connection.close() }
    }
    await server.wait { server.closedCount == 51 }
    await server.wait { socketCount(localPort: server.port) == before }
    await server.stop()
  }
}
