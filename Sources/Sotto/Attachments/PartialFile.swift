import SottoCore

#if canImport(Glibc)
  import Glibc
#endif

/// A sealed object that grows while it is downloaded. Mode 0600.
final class PartialFile {
  private let path: String
  private let descriptor: Int32
  private(set) var size: UInt64

  init(path: String) throws(SottoError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      if descriptor >= 0 { Glibc.close(descriptor) }
      throw .file(path: path, errno == ENOSPC ? .full : .unwritable)
    }
    size = UInt64(max(status.st_size, 0))
  }

  deinit {
    Glibc.close(descriptor)
  }

  func append(_ bytes: [UInt8]) throws(SottoError) {
    var written = 0
    while written < bytes.count {
      let result = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress! + written, buffer.count - written)
      }
      if result < 0, errno == EINTR { continue }
      guard result > 0 else { throw .file(path: path, errno == ENOSPC ? .full : .unwritable) }
      written += result
      size += UInt64(result)
    }
  }

  func makeDurable() throws(SottoError) {
    guard fsync(descriptor) == 0 else { throw .file(path: path, errno == ENOSPC ? .full : .unwritable) }
  }
}
