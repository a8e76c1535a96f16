import SottoCore

#if canImport(Glibc)
  import Glibc
#endif

/// The bytes of objects: `objects/XX/ID`, where XX are the first digits of the id.
struct ObjectFiles {
  let folder: String

  private func path(_ id: ObjectID) -> String {
    let name = id.description
    return "\(folder)/\(name.prefix(2))/\(name)"
  }

  /// Writes at `offset`, which is the file's end so far: what lies behind it is cut off. False where it fails.
  func write(_ bytes: [UInt8], to id: ObjectID, at offset: UInt64, synchronised: Bool) -> Bool {
    let path = path(id)
    if offset == 0 { mkdir("\(folder)/\(id.description.prefix(2))", 0o700) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard ftruncate(descriptor, off_t(offset)) == 0 else { return false }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { rest in
        pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(written))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    guard synchronised else { return true }
    return fdatasync(descriptor) == 0 && synchroniseFolders(of: id)
  }

  /// Bytes of an object's file; 0 where there is none.
  func size(of id: ObjectID) -> UInt64 {
    var status = stat()
    return stat(path(id), &status) == 0 ? UInt64(max(status.st_size, 0)) : 0
  }

  /// nil where it cannot be read.
  func read(_ id: ObjectID, at offset: UInt64, count: Int) -> [UInt8]? {
    let descriptor = open(path(id), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while initialized < count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[initialized..<count])
        let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(initialized))
        if got < 0 && errno == EINTR { continue }
        failed = got <= 0
        if failed { return }
        initialized += got
      }
    }
    return failed ? nil : bytes
  }

  func delete(_ id: ObjectID) {
    unlink(path(id))
  }

  /// First bytes of the ids of all objects that have had files.
  func firstBytes() -> [UInt8] {
    names(in: folder).compactMap { $0.utf8.count == 2 ? UInt8($0, radix: 16) : nil }
  }

  /// Deletes the files of objects whose id begins with `first`, but for those of `ids`.
  func deleteStrays(beginningWith first: UInt8, keeping ids: [ObjectID]) {
    let kept = Set(ids.map(\.description))
    let folder = "\(folder)/\(first < 16 ? "0" : "")\(String(first, radix: 16))"
    for name in names(in: folder) where name.utf8.count == 2 * ObjectID.size && !kept.contains(name) {
      unlink("\(folder)/\(name)")
    }
  }

  private func names(in folder: String) -> [String] {
    guard let folder = opendir(folder) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { names.append(String(cString: $0)) }
      }
    }
    return names
  }

  /// A new file's name is durable when its folder is.
  private func synchroniseFolders(of id: ObjectID) -> Bool {
    for folder in ["\(folder)/\(id.description.prefix(2))", folder] {
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { return false }
    }
    return true
  }
}
