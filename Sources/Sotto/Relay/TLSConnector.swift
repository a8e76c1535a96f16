import SottoCore
import SottoTransport

/// Reaches relays over TLS 1.3.
public struct TLSConnector: RelayConnector {
  public init() {}

  public func connect(
    to relay: RelayTarget, timeout: TimeSpan
  ) async throws(SottoError.RelayFailure) -> any RelayChannel {
    do throws(TransportError) {
      return TLSChannel(
        connection: try await TransportConnection.connect(
          host: relay.host, port: relay.port, pin: relay.transportPin,
          timeout: .milliseconds(Int64(clamping: timeout.milliseconds))))
    } catch {
      throw SottoError.RelayFailure(error)
    }
  }
}

struct TLSChannel: RelayChannel {
  let connection: TransportConnection

  var exporter: [UInt8] { connection.exporter }
  var peerPin: [UInt8] { connection.peerPin }

  func send(_ bytes: [UInt8]) async throws(SottoError.RelayFailure) {
    do throws(TransportError) { try await connection.send(bytes) } catch { throw SottoError.RelayFailure(error) }
  }

  func receive() async throws(SottoError.RelayFailure) -> [UInt8]? {
    do throws(TransportError) {
      return try await connection.receive()
    } catch {
      throw SottoError.RelayFailure(error)
    }
  }

  func close() { connection.close() }
}

extension SottoError.RelayFailure {
  init(_ error: TransportError) {
    self =
      switch error {
      case .wrongPin, .untrustedCertificate: .wrongKey
      case .unknownHost: .unknownHost
      case .handshakeFailed, .wrongProtocol: .protocolViolation
      case .timedOut: .noAnswer
      default: .unreachable
      }
  }
}
