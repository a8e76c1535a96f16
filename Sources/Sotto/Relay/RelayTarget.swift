import SottoCore
import SottoTransport

/// A relay as it is connected to: by an address, or by what an invitation tells of one.
public struct RelayTarget: Hashable, Sendable {
  public let host: String
  public let port: UInt16
  /// 32 bytes, or the first 16 of them; nil leaves it to the system's certificate store
  public let pin: [UInt8]?

  public init(_ address: RelayAddress) {
    host = address.host
    port = address.port
    pin = address.pin
  }

  public init(_ endpoint: RelayEndpoint) {
    host = endpoint.host
    port = endpoint.port
    pin = endpoint.pinPrefix
  }

  init(_ relay: PairDestination.Relay) {
    switch relay {
    case .address(let address): self.init(address)
    case .endpoint(let endpoint): self.init(endpoint)
    }
  }

  var transportPin: Pin {
    guard let pin else { return .systemStore }
    return pin.count == RelayAddress.pinSize ? .full(pin) : .prefix(pin)
  }
}
