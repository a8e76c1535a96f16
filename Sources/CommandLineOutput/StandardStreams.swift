import Glibc

/// The three streams every process has, or should have.
package enum StandardStreams {
  package enum Target: Sendable {
    case output, error

    var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }
  }

  /// A stream that was closed when the program started would be opened again as something else, such as the profile's
  /// database, and then written to. It becomes `/dev/null` instead.
  package static func occupyClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Writes all of it at once, so that a reader on a pipe sees every line when it is said. Where standard output takes
  /// nothing any more the process ends as other programs do there: what it could not say must not count as said. One
  /// that has other work to finish goes on.
  package static func write(_ text: String, to target: Target, needsReader: Bool = true) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(target.descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: target.descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        if target == .output, needsReader { end(by: errno) }
        return
      }
    }
  }

  private static func end(by error: Int32) -> Never {
    if error == EPIPE {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    let program = CommandLine.arguments[0].split(separator: "/").last ?? "sotto"
    write("\(program): output not written: \(String(cString: strerror(error)).lowercased())\n", to: .error)
    exit(1)
  }

  /// All of standard input; nil where it is more than `limit` bytes.
  package static func readInput(limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      guard let chunk = readChunk() else { return bytes }
      bytes += chunk
    }
    return nil
  }

  /// nil at the end
  private static func readChunk() -> [UInt8]? {
    let size = 64 << 10
    while true {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
        count = read(STDIN_FILENO, buffer.baseAddress, size)
        initialized = max(0, count)
      }
      if count > 0 { return chunk }
      guard count < 0, errno == EINTR else { return nil }
    }
  }
}
