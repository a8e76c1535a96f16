import SottoWire

/// The body of a `pair` envelope: one of four messages. 1 and 3 go to the inviter's window, 2 and 4 to the joiner's
/// inbox.
///
/// All start with `version u8 = 1 · step u8`, the step being 1 to 4.
public enum PairMessage: WireCodable, Hashable, Sendable {
  case request(PairRequest)
  case offer(PairOffer)
  case accept(PairAccept)
  case confirm(PairConfirm)

  static let version: UInt8 = 1
  /// Bytes of a commitment, a nonce or a MAC.
  static let fieldSize = 32

  enum ExtensionType {
    /// ML-KEM-1024 ciphertext, 1,568 bytes, in messages 2 and 3.
    static let ciphertext: UInt16 = 1
  }

  public enum Step: UInt8, Hashable, Sendable, CaseIterable {
    case request = 1
    case offer = 2
    case accept = 3
    case confirm = 4
  }

  public var step: Step {
    switch self {
    case .request: .request
    case .offer: .offer
    case .accept: .accept
    case .confirm: .confirm
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    switch try Self.header(from: &reader) {
    case .request: self = .request(try PairRequest(fields: &reader))
    case .offer: self = .offer(try PairOffer(fields: &reader))
    case .accept: self = .accept(try PairAccept(fields: &reader))
    case .confirm: self = .confirm(try PairConfirm(fields: &reader))
    }
  }

  public func encode(to writer: inout WireWriter) {
    switch self {
    case .request(let message): message.encode(to: &writer)
    case .offer(let message): message.encode(to: &writer)
    case .accept(let message): message.encode(to: &writer)
    case .confirm(let message): message.encode(to: &writer)
    }
  }

  // MARK: Shared by the four

  static func header(from reader: inout WireReader) throws(WireError) -> Step {
    let version = try reader.u8()
    guard version == Self.version else { throw .unsupportedVersion(version) }
    let tag = try reader.u8()
    guard let step = Step(rawValue: tag) else { throw .unknownTag(tag) }
    return step
  }

  static func expectHeader(_ step: Step, from reader: inout WireReader) throws(WireError) {
    let found = try header(from: &reader)
    guard found == step else { throw .unknownTag(found.rawValue) }
  }

  static func writeHeader(_ step: Step, to writer: inout WireWriter) {
    writer.u8(version)
    writer.u8(step.rawValue)
  }

  /// Extensions of messages 2 and 3.
  static func extensionsWithCiphertext(from reader: inout WireReader) throws(WireError) -> Extensions {
    let extensions = try Extensions(from: &reader, known: [ExtensionType.ciphertext])
    if let ciphertext = extensions[ExtensionType.ciphertext] {
      guard ciphertext.count == QuantumKeyMaterial.ciphertextSize else { throw .invalidValue }
    }
    return extensions
  }

  static func extensions(ciphertext: [UInt8]?) -> Extensions {
    var extensions = Extensions()
    extensions[ExtensionType.ciphertext] = ciphertext
    return extensions
  }
}
