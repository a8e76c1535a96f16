#if canImport(Glibc)
  import Glibc
#endif

/// The folder that a file is to be written to, looked at before anything is done that cannot be undone.
package enum OutputFolder {
  /// It is there, and takes files.
  package static func check(_ folder: String) throws(SottoError) {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw .file(path: folder, failure(errno)) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .file(path: folder, .notAFolder) }
    guard access(folder, W_OK | X_OK) == 0 else { throw .file(path: folder, .unwritable) }
  }

  /// Nothing has the name, and its folder takes files.
  package static func check(forFile path: String) throws(SottoError) {
    guard access(path, F_OK) != 0 else { throw .file(path: path, .exists) }
    try check(folder(of: path))
  }

  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Why a file could not be made there
  static func failure(_ error: Int32) -> SottoError.FileFailure {
    switch error {
    case ENOENT: .noFolder
    case ENOTDIR: .notAFolder
    case ENOSPC, EDQUOT: .full
    default: .unwritable
    }
  }
}
