import SottoCrypto
import SottoWire

/// What a message says of a file: how to find it, open it and check it.
///
/// `key[32] · optional<ObjectLocation> · size u64 · sha256[32] · string name · string mediaType · optional<label> ·
/// extensions`.
public struct Attachment: Equatable, Sendable {
  /// Made for this file and used for nothing else: chunk nonces count from zero.
  public let key: SymmetricKey
  /// nil: the chunk stream is in the same `.sotto` file.
  public let location: ObjectLocation?
  /// Bytes of the file, without padding.
  public let size: UInt64
  /// Of the file, without padding.
  public let sha256: FileHash
  /// Untrusted text, never a path: `SafeFileName` makes one, `DisplayText` shows it.
  public let name: String
  /// Untrusted text, as in `image/png`.
  public let mediaType: String
  public let label: ClassificationLabel?
  public let extensions: Extensions

  /// Throws `tooLarge` for a size above 1 TiB, a name or a media type above 255 bytes.
  public init(
    key: SymmetricKey, location: ObjectLocation?, size: UInt64, sha256: FileHash, name: String, mediaType: String,
    label: ClassificationLabel? = nil, extensions: Extensions = Extensions()
  ) throws(ContentError) {
    guard size <= Limits.attachmentSize else { throw .tooLarge(limit: Int(Limits.attachmentSize)) }
    guard name.utf8.count <= Limits.fileName else { throw .tooLarge(limit: Limits.fileName) }
    guard mediaType.utf8.count <= Limits.mediaType else { throw .tooLarge(limit: Limits.mediaType) }
    self.key = key
    self.location = location
    self.size = size
    self.sha256 = sha256
    self.name = name
    self.mediaType = mediaType
    self.label = label
    self.extensions = extensions
  }
}

extension Attachment: WireCodable {
  public init(from reader: inout WireReader) throws(WireError) {
    guard let key = try? SymmetricKey(try reader.secret(32)) else { throw .truncated }
    self.key = key
    location = try reader.optional()
    size = try reader.u64()
    guard size <= Limits.attachmentSize else { throw .invalidValue }
    sha256 = try reader.value()
    name = try reader.string(max: Limits.fileName)
    mediaType = try reader.string(max: Limits.mediaType)
    label = try reader.optional()
    extensions = try Extensions(from: &reader)
  }

  public func encode(to writer: inout WireWriter) {
    writer.secret(key.secret)
    writer.optional(location)
    writer.u64(size)
    writer.value(sha256)
    writer.string(name)
    writer.string(mediaType)
    writer.optional(label)
    writer.value(extensions)
  }
}
