import CommandLineOutput
import Sotto

extension Explanation.Words {
  static func file(_ path: String, _ failure: SottoError.FileFailure) -> Self {
    let (name, quoted) = (shown(path), argument(path))
    let folder = argument(OutputFolder.folder(of: path))
    return switch failure {
    case .notFound: Self("fileNotFound", "file not read", "there is no \(name)", try: "ls \(folder)")
    case .notRegular: Self("fileNotRegular", "file not read", "\(name) is no regular file", try: "ls -ld \(quoted)")
    case .unreadable: Self("fileUnreadable", "file not read", "\(name) cannot be read", try: "ls -l \(quoted)")
    case .unwritable: Self("fileUnwritable", "file not written", "\(name) cannot be written", try: "ls -ld \(folder)")
    case .noFolder: Self("fileNoFolder", "file not written", "there is no folder \(name)", try: "mkdir -p \(quoted)")
    case .notAFolder: Self("fileNotAFolder", "file not written", "\(name) is no folder", try: "ls -ld \(quoted)")
    case .exists:
      Self(
        "fileExists", "file not written", "there is a \(name) already",
        try: "mv -n \(quoted) \(argument(path + ".old"))")
    case .changed: Self("fileChanged", "file not read", "\(name) changed meanwhile")
    case .full: Self("fileDiskFull", "file not written", "the disk of \(name) is full", try: "df -h \(folder)")
    }
  }

  /// A path that no command takes for an option
  private static func argument(_ path: String) -> String {
    shellQuoted(path.hasPrefix("-") ? "./" + path : path)
  }
}
