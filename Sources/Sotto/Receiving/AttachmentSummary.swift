/// A file that came or went with a message.
public struct AttachmentSummary: Sendable, Equatable {
  /// Position within the message, from 0.
  public let index: Int
  /// As the sender wrote it: untrusted text, never a path.
  public let name: String
  public let mediaType: String
  /// Bytes of the unpadded file.
  public let size: UInt64
  public let state: State

  public enum State: String, Sendable {
    /// At the sender's relay, fetched by `saveAttachment`.
    case remote
    /// A sealed copy lies here.
    case local
    /// Waiting for its upload.
    case uploading
    /// Came in a file and can be extracted from it.
    case inFile
    case missing
  }

  package init(index: Int, name: String, mediaType: String, size: UInt64, state: State) {
    self.index = index
    self.name = name
    self.mediaType = mediaType
    self.size = size
    self.state = state
  }
}
