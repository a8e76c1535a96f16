import SottoCore
import SottoRelay
import SottoRelayProtocol
import SottoTransport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Clients that do not keep to the protocol.
@Suite(.timeLimit(.minutes(2)))
struct HostileConnectionTests {
  /// What the relay says to `bytes`, sent after `hello` or instead of it.
  private func answer(to bytes: [UInt8], hello: Bool, by relay: TestRelay) async throws -> Refusal? {
    let client = try await TestClient(relay.address, hello: hello)
    // The relay may have closed before all of it was taken.
    try? await client.connection.send(bytes)
    return await client.end()
  }

  @Test func whatIsNoFrameIsToldSoAndClosed() async throws {
    let relay = try TestRelay()
    let random = SeededRandom(seed: 1)
    let tooLarge: [UInt8] = [FrameType.push.rawValue, 0, 2, 0, 1]
    for hello in [true, false] {
      #expect(try await answer(to: tooLarge, hello: hello, by: relay)?.code == .badFrame)
      #expect(try await answer(to: [0x55], hello: hello, by: relay)?.code == .badFrame)
      #expect(try await answer(to: [0xFF] + random.bytes(3_000), hello: hello, by: relay)?.code == .badFrame)
      // A frame that only a relay sends.
      let foreign = ServerFrame.error(Refusal(.busy)).encoded()
      #expect(try await answer(to: foreign, hello: hello, by: relay)?.code == .badFrame)
    }
    let body = [FrameType.push.rawValue, 0, 0, 0, 8] + random.bytes(8)
    #expect(try await answer(to: body, hello: true, by: relay)?.code == .malformed)
    #expect(try await answer(to: body, hello: false, by: relay)?.code == .malformed)
    let ping = ClientFrame(tag: 1, request: .ping).encoded()
    #expect(try await answer(to: ping, hello: false, by: relay)?.code == .badFrame)
    try await relay.waitFor { relay.server.connectionCount == 0 }
    relay.server.stop()
  }

  @Test func aVersionNobodySpeaks() async throws {
    let relay = try TestRelay()
    let client = try await TestClient(relay.address, hello: false)
    let hello = ClientFrame(tag: 1, request: .hello(HelloRequest(versions: [9])))
    try await client.connection.send(hello.encoded())
    var received: [UInt8] = []
    for try await bytes in client.connection.incoming { received += bytes }
    let answer = HelloAnswer(supported: [1], session: nil)
    #expect(received == ServerFrame.answer(tag: 1, .hello(answer)).encoded())
    relay.server.stop()
  }

  @Test func oneClientsErrorIsNotAnothers() async throws {
    let relay = try TestRelay()
    let mailbox = TestMailbox(seed: 2)
    let good = try await TestClient(relay.server)
    _ = try await good.open(mailbox)
    let random = SeededRandom(seed: 3)
    for round in 0..<40 {
      let bad = try await TestClient(relay.address, hello: round.isMultiple(of: 2))
      try? await bad.connection.send(random.bytes(random.int(1...2_000)))
      if round.isMultiple(of: 3) { bad.connection.close() }
      #expect(try await good.ask(.push(mailbox.push())) == .pushed(.first))
    }
    for _ in 0..<40 { _ = try await good.delivery() }
    relay.server.stop()
  }

  @Test func whoDoesNotGreetInTimeIsClosed() async throws {
    let relay = try TestRelay { $0.handshakeTime = .milliseconds(300) }
    // TCP without TLS, TLS without hello, half a hello.
    let silent = connectTCP(port: relay.address.port)
    defer { close(silent) }
    let greetless = try await TestClient(relay.address, hello: false)
    let half = try await TestClient(relay.address, hello: false)
    try await half.connection.send(Array(ClientFrame(tag: 1, request: .hello(HelloRequest())).encoded().dropLast()))
    #expect(await greetless.end()?.code == .silence)
    #expect(await half.end()?.code == .silence)
    try await relay.waitFor { relay.server.connectionCount == 0 }
    relay.server.stop()
  }

  @Test func whoFallsSilentIsClosedAndWhoPingsIsNot() async throws {
    let relay = try TestRelay { $0.silence = .seconds(6) }
    let silent = try await TestClient(relay.server)
    let alive = try await TestClient(relay.server)
    async let end = silent.end()
    try await relay.waitFor {
      guard try await alive.ask(.ping) == .pong else { return false }
      return relay.server.connectionCount == 1
    }
    #expect(await end?.code == .silence)
    #expect(try await alive.ask(.ping) == .pong)
    relay.server.stop()
  }

  @Test func whoDoesNotReadIsHeldBackAndThenClosed() async throws {
    let relay = try TestRelay { $0.silence = .seconds(6) }
    let mailbox = TestMailbox(seed: 4)
    let owner = try await TestClient(relay.server)
    _ = try await owner.open(mailbox)
    owner.connection.close()
    let sender = try await TestClient(relay.server)
    let envelope = [UInt8](repeating: 1, count: 60_000)
    for _ in 0..<300 { #expect(try await sender.ask(.push(mailbox.push(envelope))) == .pushed(.first)) }
    let lazy = try await TestClient(relay.server)
    // Opened, and never read from again: its connection's buffers fill, the relay's stay small.
    let session = try #require(lazy.session.relay)
    let open = try OpenRequest(
      mailbox: mailbox.key, accessKey: mailbox.accessKey, on: session, exporter: lazy.connection.exporter)
    _ = try await lazy.send(.open(open))
    try await relay.waitFor {
      _ = try await sender.ask(.ping)
      return relay.server.connectionCount == 1
    }
    relay.server.stop()
  }

  private func connectTCP(port: UInt16) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return descriptor
  }

  private func sendAndWaitForEnd(_ bytes: [UInt8], port: UInt16) {
    let descriptor = connectTCP(port: port)
    defer { close(descriptor) }
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    var buffer = [UInt8](repeating: 0, count: 1_024)
    while read(descriptor, &buffer, buffer.count) > 0 {}
  }

  /// A thousand broken handshakes, and broken first frames among them: memory and descriptors stay flat. In a process of
  /// its own, so that other tests do not count.
  @Test func brokenConnectionsCostNothingInTheLongRun() async throws {
    let folder = ScratchFolder()
    let process = try await RelayProcess(folder: folder.path + "/relay")
    let random = SeededRandom(seed: 5)
    let idle = process.descriptorCount
    func round(_ count: Int) async throws {
      for index in 0..<count {
        sendAndWaitForEnd(random.bytes(600), port: process.address.port)
        guard index.isMultiple(of: 10) else { continue }
        let client = try await TestClient(process.address, hello: false)
        // A first byte that is no frame's.
        try? await client.connection.send([0x55] + random.bytes(50))
        _ = await client.end()
      }
      while process.descriptorCount > idle { try await Task.sleep(for: .milliseconds(2)) }
    }
    try await round(200)
    let before = process.residentBytes
    try await round(1_000)
    let growth = process.residentBytes - before
    #expect(growth < 4 << 20, "grew by \(growth) bytes")
    let client = try await TestClient(process.address)
    #expect(try await client.ask(.ping) == .pong)
    #expect(process.end(by: SIGTERM) == 0)
  }

  /// One client that floods does not keep another waiting: what is in flight for each is bounded.
  @Test func aFloodLeavesRoomForOthers() async throws {
    let relay = try TestRelay { limits in
      limits.pushBurst = 1_000_000
      limits.envelopesPerMailbox = 1_000_000
    }
    let busy = TestMailbox(seed: 6)
    let quiet = TestMailbox(seed: 7)
    let owner = try await TestClient(relay.server)
    _ = try await owner.open(busy)
    _ = try await owner.open(quiet)
    owner.connection.close()
    let flooder = try await TestClient(relay.server)
    let flood = Task {
      var count = 0
      while !Task.isCancelled {
        guard (try? await flooder.send(.push(busy.push()))) != nil else { break }
        count += 1
      }
      return count
    }
    let polite = try await TestClient(relay.server)
    for _ in 0..<20 { #expect(try await polite.ask(.push(quiet.push())) == .pushed(.first)) }
    flood.cancel()
    #expect(await flood.value > 20)
    relay.server.stop()
  }
}
