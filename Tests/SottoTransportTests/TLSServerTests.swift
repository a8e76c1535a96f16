import SottoTransport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TLSServerTests {
  private static let tls12: Int32 = 0x0303
  private static let tls13: Int32 = 0x0304

  @Test func onlyTLS13WithOurProtocol() async throws {
    let server = try await TestServer()
    let port = server.port
    #expect(RawTLSClient.isAccepted(port: port, maximumVersion: Self.tls13, alpn: "sotto/1"))
    #expect(!RawTLSClient.isAccepted(port: port, maximumVersion: Self.tls12, alpn: "sotto/1"))
    #expect(!RawTLSClient.isAccepted(port: port, maximumVersion: Self.tls13, alpn: "h2"))
    #expect(!RawTLSClient.isAccepted(port: port, maximumVersion: Self.tls13, alpn: "sotto/11"))
    #expect(!RawTLSClient.isAccepted(port: port, maximumVersion: Self.tls13, alpn: nil))
    await server.wait { server.closedCount == 5 }
    #expect(server.openedCount == 1)
    await server.stop()
  }

  @Test func bytesThatAreNotTLSCloseTheConnection() async throws {
    let server = try await TestServer()
    let random = SeededRandom(seed: 5)
    for bytes in [Array("GET / HTTP/1.1\r\n\r\n".utf8), random.bytes(1), random.bytes(5_000), [0x16, 3, 1, 0xFF, 0xFF]]
    where bytes.count > 5 {
      #expect(RawTLSClient.isClosed(port: server.port, afterSending: bytes))
    }
    #expect(server.openedCount == 0)
    await server.stop()
  }

  @Test func brokenHandshakesLeaveNothingBehind() async throws {
    let server = try await TestServer()
    let random = SeededRandom(seed: 6)
    #expect(RawTLSClient.isClosed(port: server.port, afterSending: random.bytes(600)))
    await server.wait { server.closedCount == 1 }
    let before = socketCount(localPort: server.port)
    for _ in 0..<300 {
      #expect(RawTLSClient.isClosed(port: server.port, afterSending: random.bytes(600)))
    }
    await server.wait { server.closedCount == 301 }
    #expect(socketCount(localPort: server.port) == before)
    await server.stop()
  }
}
