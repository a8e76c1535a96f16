import SottoCrypto

/// The sealed attachments of a profile: chunk streams under random names, so that a folder listing tells their sizes
/// only.
public struct ObjectFolder: Sendable {
  public let path: String
  let files: FileSystem

  public func path(of name: FileName) -> String { "\(path)/\(name)" }

  /// Size in bytes; nil where there is no such object.
  public func size(of name: FileName) -> Int? { files.size(of: path(of: name)) }

  /// Makes an object of mode 0600 out of the pieces that `next` gives until it gives nil. Durable on return; removed
  /// again where `next` throws.
  public func create(
    _ name: FileName, next: () throws(StoreError) -> [UInt8]?
  ) throws(StoreError) {
    try files.create(path(of: name)) { (file) throws(StoreError) in
      while let piece = try next() { try file.write(piece) }
    }
    try files.syncFolder(path)
  }

  /// No error where it is gone already.
  public func remove(_ name: FileName) throws(StoreError) {
    try files.remove(path(of: name))
  }

  /// All objects; other files are left out.
  public func names() throws(StoreError) -> [FileName] {
    try files.names(in: path).compactMap(FileName.init(text:))
  }
}
