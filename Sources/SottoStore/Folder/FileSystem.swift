import SottoCrypto

#if canImport(Glibc)
  import Glibc
#endif

/// The few file operations that the store needs, durable where they say so.
struct FileSystem: Sendable {
  let faults: any StoreFaults

  /// Whether anything, of any kind, is at `path`.
  func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Size in bytes of a regular file; nil where there is none.
  func size(of path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// A folder only its owner can enter, and its missing parents. The parents are durable, the folder is not yet.
  func makeFolder(_ path: String) throws(StoreError) {
    guard !exists(path) else { return }
    if let parent = Self.parent(of: path), !exists(parent) {
      try makeFolder(parent)
      if let grandparent = Self.parent(of: parent) { try syncFolder(grandparent) }
    }
    try faults.check(.write)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw StoreError(systemError: errno) }
  }

  /// The names in a folder, but `.` and `..`.
  func names(in path: String) throws(StoreError) -> [String] {
    guard let folder = opendir(path) else { throw StoreError(systemError: errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// Creates a file of mode 0600 that must not exist, lets `body` write it, and syncs it. Removes it on an error.
  func create(
    _ path: String, _ body: (borrowing NewFile) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) {
    try faults.check(.write)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StoreError(systemError: errno) }
    defer { close(descriptor) }
    FileAttributes.excludeFromBackup(descriptor)
    do throws(StoreError) {
      try body(NewFile(descriptor: descriptor, faults: faults))
      try faults.check(.sync)
      guard fsync(descriptor) == 0 else { throw StoreError(systemError: errno) }
    } catch {
      try? remove(path)
      throw error
    }
  }

  /// Reads the first `count` bytes of a regular file that has exactly `count`; nil where it has another size.
  func read(_ path: String, count: Int) throws(StoreError) -> SecretBytes? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw StoreError(systemError: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == count else {
      return nil
    }
    return try SecretBytes(count: count) { (buffer) throws(StoreError) in
      try Self.readAll(descriptor, into: buffer)
    }
  }

  static func readAll(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(StoreError) {
    var filled = 0
    while filled < buffer.count {
      let count = Glibc.read(descriptor, buffer.baseAddress! + filled, buffer.count - filled)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw count == 0 ? .inputOutput(EIO) : StoreError(systemError: errno) }
      filled += count
    }
  }

  func rename(_ old: String, to new: String) throws(StoreError) {
    try faults.check(.rename)
    guard Glibc.rename(old, new) == 0 else { throw StoreError(systemError: errno) }
  }

  /// A file or an empty folder; one that is not there is removed already.
  func remove(_ path: String) throws(StoreError) {
    try faults.check(.remove)
    guard Glibc.remove(path) == 0 || errno == ENOENT else { throw StoreError(systemError: errno) }
  }

  /// Makes the names in a folder durable.
  func syncFolder(_ path: String) throws(StoreError) {
    try faults.check(.sync)
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(systemError: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw StoreError(systemError: errno) }
  }

  /// nil for the root; `.` for a path of one component. `path` has no slash at its end.
  static func parent(of path: String) -> String? {
    guard path != "/" else { return nil }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : withoutSlashes(String(path[..<slash]))
  }

  /// Slashes at the end mean nothing, but `path` is also what other names are made from.
  static func withoutSlashes(_ path: String) -> String {
    var path = path[...]
    while path.utf8.count > 1 && path.last == "/" { path.removeLast() }
    return String(path)
  }
}

/// A file that is being written for the first time.
struct NewFile: ~Copyable {
  fileprivate let descriptor: Int32
  fileprivate let faults: any StoreFaults

  func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    try faults.check(.write)
    var written = 0
    while written < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw StoreError(systemError: errno) }
      written += count
    }
  }

  func write(_ bytes: [UInt8]) throws(StoreError) {
    // `Array.withUnsafeBytes` does not carry a typed error through.
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(StoreError) in try write(buffer) }
    }.get()
  }
}

extension StoreError {
  init(systemError: Int32) {
    switch systemError {
    case ENOSPC, EDQUOT: self = .full
    case EROFS, EACCES, EPERM: self = .readOnly
    case ENOENT, ENOTDIR: self = .notFound
    case EEXIST, ENOTEMPTY: self = .alreadyExists
    case let other: self = .inputOutput(other)
    }
  }
}
