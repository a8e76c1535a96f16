import CLinux

#if canImport(Glibc)
  import Glibc
#endif

/// Marks for programs that copy a disk: leave this out. Not every file system keeps them, so nothing depends on them.
package enum FileAttributes {
  /// The attribute that backup programs of the desktop look at, and its value.
  package static let backupName = "user.xdg.robots.backup"
  package static let backupValue = "false"

  static func excludeFromBackup(_ descriptor: Int32) {
    _ = fsetxattr(descriptor, backupName, backupValue, backupValue.utf8.count, 0)
    // What `chattr +d` sets.
    guard let flags = flags(of: descriptor) else { return }
    _ = sotto_set_file_flags(descriptor, flags | FS_NODUMP_FL)
  }

  /// A file or a folder; files that are made in a folder take its flags over.
  static func excludeFromBackup(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    excludeFromBackup(descriptor)
  }

  /// nil where the file system has no flags
  package static func flags(of descriptor: Int32) -> Int32? {
    var flags: Int32 = 0
    return sotto_get_file_flags(descriptor, &flags) == 0 ? flags : nil
  }
}
