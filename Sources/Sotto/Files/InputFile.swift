import SottoCore

#if canImport(Glibc)
  import Glibc
#endif

/// A regular file that is read from front to back, or from an offset.
final class InputFile: Sendable {
  let path: String
  /// Bytes, when it was opened.
  let size: UInt64
  private let descriptor: Int32

  init(path: String) throws(SottoError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .file(path: path, errno == ENOENT || errno == ENOTDIR ? .notFound : .unreadable)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      Glibc.close(descriptor)
      throw .file(path: path, .notRegular)
    }
    self.path = path
    size = UInt64(max(status.st_size, 0))
  }

  deinit {
    Glibc.close(descriptor)
  }

  /// The last part of its path, cut to what a message can carry
  var name: String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    var name = last[...]
    while name.utf8.count > Limits.fileName { name.unicodeScalars.removeLast() }
    return String(name)
  }

  /// Up to `count` bytes from `offset`; fewer only at the end of the file.
  func read(_ count: Int, at offset: UInt64) throws(SottoError) -> [UInt8] {
    guard let bytes = FileReading.read(descriptor, count, at: offset) else {
      throw .file(path: path, .unreadable)
    }
    return bytes
  }

  /// All of a file that may have at most `limit` bytes.
  func readAll(limit: Int, as subject: SottoError.Subject) throws(SottoError) -> [UInt8] {
    guard size <= UInt64(limit) else { throw .malformed(subject) }
    return try read(Int(size), at: 0)
  }
}
