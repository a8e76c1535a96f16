import CLinux

/// Marks for programs that copy a disk: leave this out. Not every file system keeps them, so nothing depends on them.
enum FileAttributes {
  /// The attribute that backup programs of the desktop look at, and its value.
  static let backupName = "user.xdg.robots.backup"
  static let backupValue = "false"

  static func excludeFromBackup(_ descriptor: Int32) {
    _ = fsetxattr(descriptor, backupName, backupValue, backupValue.utf8.count, 0)
    // What `chattr +d` sets.
    guard let flags = flags(of: descriptor) else { return }
    _ = sotto_set_file_flags(descriptor, flags | FS_NODUMP_FL)
  }

  /// nil where the file system has no flags
  static func flags(of descriptor: Int32) -> Int32? {
    var flags: Int32 = 0
    return sotto_get_file_flags(descriptor, &flags) == 0 ? flags : nil
  }
}
