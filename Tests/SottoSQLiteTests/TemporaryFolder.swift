import Glibc

/// A new folder that goes with its owner.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/sotto-sqlite-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in ["a.db", "a.db-wal", "a.db-shm", "a.db-journal"] { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  var database: String { "\(path)/a.db" }
}
