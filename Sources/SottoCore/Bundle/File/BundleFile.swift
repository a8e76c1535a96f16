import SottoCrypto
import SottoWire

/// The start of a `.sotto` file: `"STTF" · u8 1 · u16 n · n × bytes bundle`. The attachments' chunk streams follow, in
/// the order in which the content names them, and are read by whoever has the file.
///
/// The bundles stay undecoded: one of a later format is kept as it is.
public struct BundleFile: Hashable, Sendable {
  public static let magic = Array("STTF".utf8)
  public static let version: UInt8 = 1
  /// Bytes before the first bundle.
  public static let prefixSize = 7

  public enum Failure: Error, Equatable, Sendable {
    /// The file does not start like one.
    case notABundleFile
    /// A later format of the file.
    case unsupportedVersion(UInt8)
    case malformed(WireError)
    /// The file ends inside the header.
    case truncated
  }

  /// What a file's first bytes are.
  public enum Parsed: Equatable, Sendable {
    /// The header ends behind these bytes; give at least so many of them.
    case needsMore(Int)
    /// `headerSize` bytes belong to it.
    case complete(BundleFile, headerSize: Int)
  }

  /// 1 to `Limits.fileBundles`, each of at most `Limits.bundle` bytes.
  public let bundles: [[UInt8]]

  /// nil for a number or a size that a file may not have.
  public init?(bundles: [[UInt8]]) {
    guard 1...Limits.fileBundles ~= bundles.count, bundles.allSatisfy({ $0.count <= Limits.bundle }) else {
      return nil
    }
    self.bundles = bundles
  }

  public func header() -> [UInt8] {
    var writer = WireWriter(capacity: 4_096)
    writer.fixed(Self.magic)
    writer.u8(Self.version)
    writer.u16(UInt16(bundles.count))
    for bundle in bundles { writer.bytes(bundle) }
    return writer.finish()
  }

  /// Looks at the first bytes of a file. What it asks for is bounded by what a header may have.
  public static func parse(_ start: [UInt8]) throws(Failure) -> Parsed {
    guard start.prefix(magic.count).elementsEqual(magic.prefix(start.count)) else { throw .notABundleFile }
    if start.count > magic.count, start[magic.count] != version {
      let other = start[magic.count]
      throw other > version ? .unsupportedVersion(other) : .notABundleFile
    }
    guard start.count >= prefixSize else { return .needsMore(prefixSize) }
    do {
      return try WireReader.decode(start) { (reader: inout WireReader) throws(WireError) in
        let parsed = try header(&reader)
        try reader.skip(reader.remaining)
        return parsed
      }
    } catch {
      throw .malformed(error)
    }
  }

  private static func header(_ reader: inout WireReader) throws(WireError) -> Parsed {
    try reader.skip(magic.count + 1)
    let count = Int(try reader.u16())
    guard count >= 1 else { throw .invalidValue }
    guard count <= Limits.fileBundles else { throw .tooLong(max: Limits.fileBundles) }
    var bundles: [[UInt8]] = []
    for _ in 0..<count {
      // A length has at most 4 bytes here.
      guard reader.remaining >= 4 else { return .needsMore(reader.offset + 4) }
      let size = try reader.length(max: Limits.bundle)
      guard size <= reader.remaining else { return .needsMore(reader.offset + size) }
      bundles.append(try reader.fixed(size))
    }
    guard let file = BundleFile(bundles: bundles) else { throw .invalidValue }
    return .complete(file, headerSize: reader.offset)
  }

  /// By which a second opening of one of a file's bundles is recognised: SHA-256 of a label and the bundle.
  public static func token(of bundle: [UInt8]) -> [UInt8] {
    SHA256.hash(Label.fileToken.bytes, bundle)
  }
}
