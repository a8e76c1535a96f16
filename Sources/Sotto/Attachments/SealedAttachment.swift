import SottoCore
import SottoStore

/// A file sealed into the profile's objects, and what a message says of it.
struct SealedAttachment: Sendable {
  let object: FileName
  let attachment: Attachment
  /// Bytes of the chunk stream
  let sealedSize: UInt64
  let deletionKey: DeletionKey
}
