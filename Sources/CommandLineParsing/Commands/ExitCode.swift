#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Thrown by a command that has said all it has to say.
public struct ExitCode: Error, RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32

  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  public init(_ code: Int32) {
    self.init(rawValue: code)
  }

  public static let success = ExitCode(0)
  public static let failure = ExitCode(1)
  /// A command line that does not parse or makes no sense
  public static let usage = ExitCode(2)
}

extension ParsableCommand {
  public static func exitCode(for error: any Error) -> ExitCode {
    switch error {
    case let code as ExitCode: code
    case is UsageError, is ValidationError: .usage
    default: .failure
    }
  }

  /// What standard error gets to read: one line `program: what happened`, and one that says what to try.
  public static func fullMessage(for error: any Error) -> String {
    switch error {
    case is ExitCode: ""
    case let error as UsageError: "\(name): \(error)\ntry: \(error.helpCommand)\n"
    default: "\(name): \(error)\n"
    }
  }

  public static func exit(withError error: any Error) -> Never {
    let message = Array(fullMessage(for: error).utf8)
    var written = 0
    while written < message.count {
      let count = message[written...].withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      written += count
    }
    #if canImport(Glibc)
      Glibc.exit(exitCode(for: error).rawValue)
    #else
      Darwin.exit(exitCode(for: error).rawValue)
    #endif
  }
}
