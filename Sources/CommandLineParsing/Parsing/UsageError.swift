/// A command line that was not understood.
public struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Reason: Equatable, Sendable {
    case unknownOption(String, suggestion: String?)
    case unknownCommand(String, suggestion: String?)
    case missingCommand
    case missingValue(for: String)
    /// A flag was given a value.
    case unexpectedValue(for: String)
    /// `expected` is a list of values or what the program said about it.
    case invalidValue(String, for: String, expected: String?)
    case missingArguments([String])
    case unexpectedArgument(String)
    case validation(String)
  }

  /// The program and the subcommands that were recognised, such as `["sotto", "contact", "show"]`.
  public let command: [String]
  public let reason: Reason

  public init(command: [String], reason: Reason) {
    self.command = command
    self.reason = reason
  }

  /// What to run to learn more.
  public var helpCommand: String {
    guard let program = command.first else { return "help" }
    return ([program, "help"] + command.dropFirst()).joined(separator: " ")
  }

  public var description: String {
    switch reason {
    case .unknownOption(let name, let suggestion): "unknown option \(name)" + didYouMean(suggestion)
    case .unknownCommand(let name, let suggestion): "unknown command '\(name)'" + didYouMean(suggestion)
    case .missingCommand: "a command is missing"
    case .missingValue(let option): "\(option) needs a value"
    case .unexpectedValue(let flag): "\(flag) takes no value"
    case .invalidValue(let value, let argument, let expected):
      "'\(value)' is no value for \(argument)" + (expected.map { ": \($0)" } ?? "")
    case .missingArguments(let arguments):
      arguments.joined(separator: " and ") + (arguments.count == 1 ? " is missing" : " are missing")
    case .unexpectedArgument(let argument): "'\(argument)' is one argument too many"
    case .validation(let message): message
    }
  }

  private func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { ": did you mean '\($0)'?" } ?? ""
  }
}
