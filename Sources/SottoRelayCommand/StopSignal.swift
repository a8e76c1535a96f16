#if canImport(Glibc)
  import Glibc
#endif

/// SIGTERM and SIGINT as something to wait for, whichever thread the system chooses for them.
struct StopSignal {
  private let readEnd: Int32

  /// From here on the two signals no longer end the process.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    readEnd = ends[0]
    stopSignalPipe = ends[1]
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      // A handler may call little more than this (signal-safety(7)), and must leave errno as it was.
      let error = errno
      var byte: UInt8 = 0
      _ = write(stopSignalPipe, &byte, 1)
      errno = error
    }
    sigaction(SIGTERM, &action, nil)
    sigaction(SIGINT, &action, nil)
  }

  func wait() {
    var byte: UInt8 = 0
    while read(readEnd, &byte, 1) < 0 && errno == EINTR {}
  }
}

/// Written once, before the handler that reads it is installed.
nonisolated(unsafe) private var stopSignalPipe: Int32 = -1
