import Glibc

/// A new folder that goes, with all in it, with its owner.
final class TemporaryFolder {
  let path: String

  /// In memory where the system has a place for that: tests of many steps would wait for a disk.
  convenience init() {
    self.init(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
  }

  init(in parent: String) {
    var template = Array("\(parent)/sotto-store-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  var profile: String { "\(path)/profile" }

  static func remove(_ path: String) {
    for name in names(in: path) { remove("\(path)/\(name)") }
    _ = Glibc.remove(path)
  }

  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "wb") else { return }
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
  }
}
