import CommandLineOutput
import Glibc

/// What is known about the terminal, if there is one.
enum Terminal {
  static var showsOutput: Bool { isatty(STDOUT_FILENO) == 1 }
  static var showsErrors: Bool { isatty(STDERR_FILENO) == 1 }
  /// Somebody is there to answer.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && showsErrors }

  static var hasColour: Bool {
    getenv("NO_COLOR") == nil && getenv("TERM").map { String(cString: $0) } ?? "dumb" != "dumb"
  }

  /// Of standard error, where prompts, codes and progress go; nil where it is no terminal.
  static var size: (columns: Int, rows: Int)? {
    var size = winsize()
    guard showsErrors, ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Asks on the terminal; nil where nobody is there. Only `y` and `yes` are yes.
  static func confirm(_ question: String) -> Bool? {
    guard canAsk else { return nil }
    StandardStreams.write(question + " [y/N] ", to: .error)
    guard let answer = readLine() else { return false }
    return ["y", "yes"].contains(answer.lowercased())
  }
}
