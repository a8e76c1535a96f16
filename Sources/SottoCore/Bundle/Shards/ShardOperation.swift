import SottoCrypto
import SottoWire

/// One step of shard custody: `kind u8 · shard id uuid · opaque[151]`, 168 bytes. The body is a share of a secret.
public struct ShardOperation: WireCodable, Equatable, Sendable {
  public enum Kind: Hashable, Sendable {
    case distribute
    case replace
    case handBack
    /// Filler, whose high bit is set, or a kind of a later format. Dropped on receipt.
    case unsupported(UInt8)

    public init(byte: UInt8) {
      self =
        switch byte {
        case 1: .distribute
        case 2: .replace
        case 3: .handBack
        default: .unsupported(byte)
        }
    }

    public var byte: UInt8 {
      switch self {
      case .distribute: 1
      case .replace: 2
      case .handBack: 3
      case .unsupported(let byte): byte
      }
    }

    public var isSupported: Bool {
      if case .unsupported = self { false } else { true }
    }
  }

  public static let bodySize = 151
  public static let size = 1 + ShardID.size + bodySize
  private static let fillerBit: UInt8 = 0x80

  public let kind: Kind
  public let shardID: ShardID
  /// 151 bytes
  public let body: SecretBytes

  /// nil where `body` has another size.
  public init?(kind: Kind, shardID: ShardID, body: SecretBytes) {
    guard body.count == Self.bodySize else { return nil }
    self.kind = kind
    self.shardID = shardID
    self.body = body
  }

  private init(filler random: any RandomSource) {
    kind = .unsupported(random.bytes(1)[0] | Self.fillerBit)
    shardID = ShardID(unchecked: random.bytes(ShardID.size))
    body = random.secret(Self.bodySize)
  }

  static func filler(random: any RandomSource) -> ShardOperation {
    ShardOperation(filler: random)
  }

  public init(from reader: inout WireReader) throws(WireError) {
    kind = Kind(byte: try reader.u8())
    shardID = try reader.value()
    body = try reader.secret(Self.bodySize)
  }

  public func encode(to writer: inout WireWriter) {
    writer.u8(kind.byte)
    writer.value(shardID)
    writer.secret(body)
  }
}
