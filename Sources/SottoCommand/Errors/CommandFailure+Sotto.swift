import CommandLineOutput
import CommandLineParsing
import Sotto

extension CommandFailure {
  /// `trying`: where a command knows a better next step
  init(_ error: SottoError, trying: String? = nil) {
    let explanation = Explanation(error)
    self.init(
      code: explanation.code, message: explanation.message, trying: trying ?? explanation.trying,
      exitCode: ExitCode(error.errorClass), choices: explanation.choices)
    needsHelp = explanation.next == .help
  }
}
