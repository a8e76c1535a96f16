import SottoWire

/// SHA-256 of a file, without padding.
public struct FileHash: Identifier {
  public static let size = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
