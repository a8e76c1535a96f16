import SottoCore
import SottoRelay

#if canImport(Glibc)
  import Glibc
#endif

/// A `sotto-relay` of its own process. The program is the one beside the tests, or the one in SOTTO_BIN.
final class RelayProcess {
  struct Failure: Error {
    let what: String
  }

  let address: RelayAddress
  private var pid: pid_t?

  /// Returns when it listens.
  init(folder: String) async throws {
    // That of the one before it.
    unlink(folder + "/address")
    let pid = try Self.start(["run", "--data", folder, "--listen", "127.0.0.1:0"])
    self.pid = pid
    while true {
      if let address = try? RelayServer.address(dataFolder: folder) {
        self.address = address
        return
      }
      var status: Int32 = 0
      guard waitpid(pid, &status, WNOHANG) == 0 else { throw Failure(what: "sotto-relay ended with \(status)") }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  deinit {
    if pid != nil { _ = end(by: SIGKILL) }
  }

  /// Sends the signal and waits. The exit code, or the signal that ended it, negative.
  func end(by signal: Int32) -> Int32 {
    guard let pid else { return 0 }
    kill(pid, signal)
    self.pid = nil
    return Self.wait(pid)
  }

  /// Memory of the process that is in RAM.
  var residentBytes: Int {
    guard let pid, let file = fopen("/proc/\(pid)/statm", "r") else { return 0 }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 128)
    guard fgets(&buffer, 128, file) != nil else { return 0 }
    let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
  }

  /// Descriptors that the process has open.
  var descriptorCount: Int {
    guard let pid, let folder = opendir("/proc/\(pid)/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }

  /// Runs it to its end.
  static func run(_ arguments: [String]) -> Int32 {
    guard let pid = try? start(arguments) else { return -1 }
    return wait(pid)
  }

  private static func wait(_ pid: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
  }

  private static func start(_ arguments: [String]) throws -> pid_t {
    let program = try program()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    argv.append(nil)
    defer { argv.forEach { free($0) } }
    var pid: pid_t = 0
    guard posix_spawn(&pid, program, &actions, nil, argv, environ) == 0 else {
      throw Failure(what: "cannot start \(program)")
    }
    return pid
  }

  private static func program() throws -> String {
    if let folder = getenv("SOTTO_BIN") { return String(cString: folder) + "/sotto-relay" }
    // The test bundle lies in the folder of the products.
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let program = own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex) + "/sotto-relay"
    guard access(String(program), X_OK) == 0 else {
      throw Failure(what: "no sotto-relay beside the tests: build it, or set SOTTO_BIN")
    }
    return String(program)
  }
}
