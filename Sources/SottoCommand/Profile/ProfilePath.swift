import Glibc
import Sotto

/// Where the profile lies: what `--profile` says, else `SOTTO_PROFILE`, else `sotto` in the user's data folder
/// (XDG Base Directory Specification).
package enum ProfilePath {
  package static func resolve(option: String?, environment: (String) -> String?) -> String? {
    if let option, !option.isEmpty { return option }
    if let path = environment("SOTTO_PROFILE"), !path.isEmpty { return path }
    // The specification has relative paths ignored.
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/sotto" }
    if let home = environment("HOME"), !home.isEmpty { return home + "/.local/share/sotto" }
    return nil
  }

  /// Folders that lead to the profile, mode 0700 where they are made.
  static func makeParents(of path: String) throws(SottoError) {
    var index = path.startIndex
    while let slash = path[index...].dropFirst().firstIndex(of: "/") {
      let parent = String(path[..<slash])
      guard mkdir(parent, 0o700) == 0 || errno == EEXIST || errno == EISDIR || access(parent, X_OK) == 0 else {
        throw .file(path: parent, errno == ENOSPC ? .full : .unwritable)
      }
      index = slash
    }
  }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
