import SottoWire

/// What is in a content envelope, by kind.
public enum ContentBody: Equatable, Sendable {
  case message(MessageBody)
  case receipt(ReceiptBody)
  case notYetUnderstood(RawBody)

  /// A body of a kind that this version knows by number only, kept so that a later version can read it.
  public struct RawBody: Equatable, Sendable {
    public let kind: ContentKind
    /// The body and the envelope's extensions: without the body's layout nobody can tell where one ends.
    public let bytes: [UInt8]

    init(kind: ContentKind, bytes: [UInt8]) {
      self.kind = kind
      self.bytes = bytes
    }
  }

  public var kind: ContentKind {
    switch self {
    case .message: .message
    case .receipt: .receipt
    case .notYetUnderstood(let raw): raw.kind
    }
  }
}
