import CommandLineOutput
import CommandLineParsing
import Dispatch
import Glibc
import Synchronization

/// What happens on Ctrl-C, a hang-up or a request to end: the command at work gets a moment to tidy up, and the person
/// learns what to run to go on. Everything that was reported is durable by then, so nothing has to be saved.
final class Interruption: Sendable {
  static let current = Interruption()

  private struct State {
    var output: Output?
    var hint: String?
    var tidyUp: (@Sendable () async -> Void)?
    var isEnding = false
  }

  private let state = Mutex(State())

  /// A signal came: what the command reports from now on is not news.
  var isEnding: Bool { state.withLock(\.isEnding) }

  /// Watches until what it returns is released.
  func watch() -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { self.end(by: number) }
      source.resume()
      return source
    }
  }

  /// `hint`: the command that goes on with what was begun.
  func prepare(_ output: Output, hint: String, tidyUp: (@Sendable () async -> Void)? = nil) {
    state.withLock {
      $0.output = output
      $0.hint = hint
      $0.tidyUp = tidyUp
    }
  }

  private func end(by number: Int32) {
    let (state, isSecond) = state.withLock { state in
      defer { state.isEnding = true }
      return (state, state.isEnding)
    }
    guard !isSecond, let tidyUp = state.tidyUp else { return Self.die(by: number, state.output, hint: state.hint) }
    Task {
      await tidyUp()
      Self.die(by: number, state.output, hint: state.hint)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(2)) {
      Self.die(by: number, state.output, hint: state.hint)
    }
  }

  /// Ends by the signal itself, so that a shell or a supervisor sees what it was.
  private static func die(by number: Int32, _ output: Output?, hint: String?) {
    if let output {
      CommandFailure(
        code: "interrupted", message: "interrupted: what was reported is kept", trying: hint,
        exitCode: ExitCode(128 + number)
      ).report(to: output)
    }
    signal(number, SIG_DFL)
    // Not `raise`: the threads of a dispatch queue block signals.
    kill(getpid(), number)
  }
}
