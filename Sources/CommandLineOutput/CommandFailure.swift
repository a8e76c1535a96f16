import CommandLineParsing

/// How a command that did not do what it was asked for says so.
package struct CommandFailure: Error, Equatable, Sendable {
  /// A stable word for programs
  package let code: String
  /// `what happened: why`
  package let message: String
  /// The next command to run, where there is one
  package var trying: String?
  package let exitCode: ExitCode
  /// What an ambiguous name could mean
  package var choices: [String]
  /// Where there is no next step yet, it is the page of the command that was run.
  package var needsHelp = false
  /// People have read it already; programs have not.
  package var isNoted = false

  package init(
    code: String, message: String, trying: String? = nil, exitCode: ExitCode = .failure, choices: [String] = []
  ) {
    self.code = code
    self.message = message
    self.trying = trying
    self.exitCode = exitCode
    self.choices = choices
  }

  /// A command line that was not understood
  package init(_ error: UsageError) {
    self.init(
      code: "usage", message: shown(error.description), trying: error.helpCommand, exitCode: .usage)
  }

  /// A command line that makes no sense; the help page of its command says what does.
  package init(usage message: String, code: String = "usage") {
    self.init(code: code, message: message, exitCode: .usage)
    needsHelp = true
  }

  package func report(to output: Output) {
    output.emit(
      type: "error",
      [
        "code": .string(code), "message": .string(message), "try": trying.map { .string(output.inContext($0)) },
        "exitCode": .number(Int64(exitCode.rawValue)),
        "choices": choices.isEmpty ? nil : .array(choices.map(JSON.string)),
      ])
    if !isNoted { output.note(message, trying: trying) }
  }
}
