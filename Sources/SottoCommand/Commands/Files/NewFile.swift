import Glibc
import Sotto

/// Small files of a command's own.
enum NewFile {
  /// Mode 0600, durable on return. Refuses a name that is taken.
  static func write(_ bytes: [UInt8], to path: String) throws(SottoError) {
    try OutputFolder.check(forFile: path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(path: path, errno == EEXIST ? .exists : failure(errno)) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let failure = failure(errno)
        unlink(path)
        throw .file(path: path, failure)
      }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw .file(path: path, failure(errno)) }
  }

  /// A regular file of at most `limit` bytes.
  static func read(_ path: String, limit: Int) throws(SottoError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .file(path: path, errno == ENOENT ? .notFound : .unreadable) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .file(path: path, .notRegular)
    }
    guard status.st_size <= limit else { throw .tooLarge(limit: UInt64(limit)) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .file(path: path, .unreadable) }
      if count == 0 { return bytes }
      bytes += chunk.prefix(count)
    }
    throw .tooLarge(limit: UInt64(limit))
  }

  private static func failure(_ code: Int32) -> SottoError.FileFailure {
    code == ENOSPC || code == EDQUOT ? .full : .unwritable
  }
}
