/// The mode byte of a `SecrecyContext`.
///
/// `session` has a byte but nothing here seals or opens it; it is refused like a byte that has no meaning yet.
public enum BundleMode: Hashable, Sendable {
  case keyPath(KeyPathMode)
  case group
  case session
  /// A byte that a later format gave a meaning.
  case unsupported(UInt8)

  public init(byte: UInt8) {
    if let path = KeyPathMode(rawValue: byte) {
      self = .keyPath(path)
    } else {
      self =
        switch byte {
        case 5: .group
        case 6: .session
        default: .unsupported(byte)
        }
    }
  }

  public var byte: UInt8 {
    switch self {
    case .keyPath(let path): path.rawValue
    case .group: 5
    case .session: 6
    case .unsupported(let byte): byte
    }
  }

  /// Whether this format can seal and open it.
  public var isSupported: Bool {
    switch self {
    case .keyPath, .group: true
    case .session, .unsupported: false
    }
  }
}
