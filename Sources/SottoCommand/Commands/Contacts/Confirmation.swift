import CommandLineOutput

/// Asks where somebody is there to answer; elsewhere `flag` has to be given, as in `command`.
func confirm(_ question: String, isConfirmed: Bool, by flag: String, trying command: String) throws(CommandFailure) {
  guard !isConfirmed else { return }
  switch Terminal.confirm(question) {
  case true?: return
  case false?: throw CommandFailure(code: "declined", message: "nothing done: it was not confirmed")
  case nil:
    throw CommandFailure(
      code: "confirmationNeeded", message: "nothing done: there is no terminal to ask on, \(flag) confirms it",
      trying: command, exitCode: .usage)
  }
}
