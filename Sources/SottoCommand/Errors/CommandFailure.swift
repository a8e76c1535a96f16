import CommandLineParsing
import Sotto

/// How a command that did not do what it was asked for says so.
struct CommandFailure: Error {
  /// A stable word for programs
  let code: String
  /// `what happened: why`
  let message: String
  /// The next command to run, where there is one
  var trying: String?
  let exitCode: ExitCode
  /// What an ambiguous name could mean
  var choices: [String] = []

  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure:
      self = failure
    case let error as SottoError:
      let explanation = Explanation(error)
      self.init(
        code: explanation.code, message: explanation.message, trying: explanation.trying,
        exitCode: ExitCode(error.errorClass), choices: explanation.choices)
    case let error as UsageError:
      self.init(code: "usage", message: shown(error.description), trying: error.helpCommand, exitCode: .usage)
    case let error as ValidationError:
      self.init(code: "usage", message: error.message, exitCode: .usage)
    default:
      self.init(code: "failed", message: "failed: \(shown("\(error)"))", exitCode: .failure)
    }
  }

  init(
    code: String, message: String, trying: String? = nil, exitCode: ExitCode = .failure, choices: [String] = []
  ) {
    self.code = code
    self.message = message
    self.trying = trying
    self.exitCode = exitCode
    self.choices = choices
  }

  func report(to output: Output) {
    output.emit(
      type: "error",
      [
        "code": .string(code), "message": .string(message), "try": trying.map(JSON.string),
        "exitCode": .number(Int64(exitCode.rawValue)),
        "choices": choices.isEmpty ? nil : .array(choices.map(JSON.string)),
      ])
    output.note(message, trying: trying)
  }
}
