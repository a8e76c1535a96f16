import CommandLineOutput
import CommandLineParsing
import Sotto

extension CommandFailure {
  init(_ error: SottoError) {
    let explanation = Explanation(error)
    self.init(
      code: explanation.code, message: explanation.message, trying: explanation.trying,
      exitCode: ExitCode(error.errorClass), choices: explanation.choices)
    needsHelp = explanation.next == .help
  }
}
