/// What the body of a sealed envelope is.
public enum EnvelopeKind: Hashable, Sendable {
  /// One of the four pairing messages.
  case pair
  case manifest
  case keyPackage
  case deviceList
  /// A `Bundle` with the recipient's own slot.
  case bundle
  /// Between devices, never shown: acknowledgements, prekeys, challenges, mailbox changes, probes.
  case control
  case destroy
  /// A byte that a later format gave a meaning.
  case unsupported(UInt8)

  public init(byte: UInt8) {
    self =
      switch byte {
      case 1: .pair
      case 2: .manifest
      case 3: .keyPackage
      case 4: .deviceList
      case 5: .bundle
      case 6: .control
      case 7: .destroy
      default: .unsupported(byte)
      }
  }

  public var byte: UInt8 {
    switch self {
    case .pair: 1
    case .manifest: 2
    case .keyPackage: 3
    case .deviceList: 4
    case .bundle: 5
    case .control: 6
    case .destroy: 7
    case .unsupported(let byte): byte
    }
  }
}
