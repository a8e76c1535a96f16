import CommandLineOutput
import Glibc
import Sotto
import SottoCore
import Synchronization

/// Shows how far a transfer is: a line on a terminal that is written over, objects with `--json`, nothing elsewhere.
final class ProgressLine: Sendable {
  private struct State {
    var began: Timestamp
    var lastShown: Timestamp?
    var width = 0
  }

  private static let interval = TimeSpan(milliseconds: 200)

  private let output: Output
  private let state: Mutex<State>

  init(_ output: Output) {
    self.output = output
    state = Mutex(State(began: .now))
  }

  func show(_ progress: TransferProgress) {
    guard output.isJSON || Terminal.showsErrors else { return }
    let now = Timestamp.now
    state.withLock { state in
      if let last = state.lastShown, now.since(last) < Self.interval, progress.done < progress.total { return }
      state.lastShown = now
      if output.isJSON {
        output.emit(type: "progress", progress.json)
      } else {
        let text = Self.text(progress, elapsed: now.since(state.began))
        StandardStreams.write("\r" + text + String(repeating: " ", count: max(0, state.width - text.count)), to: .error)
        state.width = text.count
      }
    }
  }

  /// Takes the line off the terminal.
  func clear() {
    state.withLock { state in
      guard state.width > 0 else { return }
      StandardStreams.write("\r" + String(repeating: " ", count: state.width) + "\r", to: .error)
      state.width = 0
    }
  }

  private static func text(_ progress: TransferProgress, elapsed: TimeSpan) -> String {
    let percent = progress.total == 0 ? 100 : Int(Double(progress.done) / Double(progress.total) * 100)
    var text = "\(shown(progress.name)): \(percent) % of \(sizeText(progress.total))"
    if elapsed > .seconds(1), progress.done > 0, progress.done < progress.total {
      let left = Double(progress.total - progress.done) / Double(progress.done) * Double(elapsed.milliseconds) / 1_000
      text += ", \(Int(left.rounded(.up))) s left"
    }
    return text
  }
}
