#if canImport(Glibc)
  import Glibc
#endif

/// Where a relay keeps everything, and the lock that says it is in use.
final class DataFolder: Sendable {
  let path: String
  private let lock: Int32

  var hostKey: String { path + "/host.key" }
  var database: String { Self.database(in: path) }
  var objectDatabase: String { Self.objectDatabase(in: path) }
  var objects: String { path + "/objects" }
  var addressFile: String { Self.addressFile(in: path) }

  static func database(in path: String) -> String { path + "/relay.db" }
  static func objectDatabase(in path: String) -> String { path + "/objects.db" }
  static func addressFile(in path: String) -> String { path + "/address" }

  /// Makes the folder where it does not exist; then it is durable. Throws `inUse` while another process holds it.
  init(_ path: String) throws(RelayError) {
    try Self.make(path)
    try Self.make(path + "/objects")
    let descriptor = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .dataFolder(errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .inUse
    }
    self.path = path
    lock = descriptor
  }

  private static func make(_ folder: String) throws(RelayError) {
    guard mkdir(folder, 0o700) == 0 else {
      guard errno == EEXIST else { throw .dataFolder(errno) }
      return
    }
    // Its name is durable when the folder that it is in is.
    let parent = open(folder + "/..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // It may be one that we can write to and not read.
    guard parent >= 0 else { return }
    defer { close(parent) }
    guard fsync(parent) == 0 || errno == EINVAL else { throw .dataFolder(errno) }
  }

  deinit { close(lock) }

  /// Another relay may have the folder now.
  func release() {
    flock(lock, LOCK_UN)
  }

  /// Bytes that this user may still write to the folder's file system; all there are where the system does not say.
  @Sendable static func freeSpace(_ path: String) -> UInt64 {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return .max }
    let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflow ? .max : bytes
  }

  /// Replaces a file whole: a reader sees the old text or the new one.
  static func write(_ text: String, to file: String) throws(RelayError) {
    let temporary = file + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .dataFolder(errno) }
    let bytes = Array(text.utf8)
    let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let error = errno
    close(descriptor)
    guard isWritten else { throw .dataFolder(error) }
    guard rename(temporary, file) == 0 else { throw .dataFolder(errno) }
  }

  static func read(_ file: String) -> String? {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    return count > 0 ? String(validating: buffer[..<count], as: UTF8.self) : nil
  }
}
