import Glibc

/// A file system of its own in memory, for tests that fill it or forbid writing. Only root can mount one, and not
/// everywhere: nil then, and such tests are skipped by `.enabled(if: SmallDisk.isAvailable)`.
public final class SmallDisk: Sendable {
  public static let isAvailable = SmallDisk(megabytes: 1) != nil

  public let path: String
  private let folder = ScratchFolder()

  public init?(megabytes: Int) {
    path = "\(folder.path)/disk"
    guard getuid() == 0, mkdir(path, 0o700) == 0,
      Self.mount(["-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", path])
    else { return nil }
  }

  deinit { _ = Self.run("/bin/umount", [path]) }

  public func remount(writable: Bool) -> Bool {
    Self.mount(["-o", "remount,\(writable ? "rw" : "ro")", path])
  }

  public func grow(megabytes: Int) -> Bool {
    Self.mount(["-o", "remount,size=\(megabytes)m", path])
  }

  private static func mount(_ arguments: [String]) -> Bool { run("/bin/mount", arguments) }

  private static func run(_ program: String, _ arguments: [String]) -> Bool {
    var list = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in list { free(pointer) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var id: pid_t = 0
    guard posix_spawn(&id, program, &actions, nil, &list, environ) == 0 else { return false }
    var status: Int32 = 0
    return waitpid(id, &status, 0) == id && status == 0
  }
}
