#if canImport(Glibc)
  import Glibc
#endif

/// One process at a time holds a profile: an advisory lock on its folder, which ends with the process however it ends.
final class FolderLock: Sendable {
  private let descriptor: Int32

  init(_ path: String) throws(StoreError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(systemError: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      let holder = code == EWOULDBLOCK ? Self.holder(of: descriptor) : nil
      close(descriptor)
      throw code == EWOULDBLOCK ? .inUse(processID: holder) : StoreError(systemError: code)
    }
    self.descriptor = descriptor
  }

  deinit {
    // Not only closed: a process that was just started may hold a copy until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The process that holds the lock, out of the kernel's list, where one can be read. Lines look like
  /// `1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF`.
  private static func holder(of descriptor: Int32) -> Int32? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, let list = fopen("/proc/locks", "re") else { return nil }
    defer { fclose(list) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), list) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let fields = text.split(separator: " ")
      guard fields.count >= 6, fields[1] == "FLOCK", fields[5].hasSuffix(":\(status.st_ino)") else { continue }
      return Int32(fields[4])
    }
    return nil
  }
}
