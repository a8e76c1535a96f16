/// A file written out, complete and with the hash that its sender gave.
public struct SavedFile: Sendable, Equatable {
  public let path: String
  public let size: UInt64
  /// The name that the sender gave: untrusted text.
  public let originalName: String

  package init(path: String, size: UInt64, originalName: String) {
    self.path = path
    self.size = size
    self.originalName = originalName
  }
}
