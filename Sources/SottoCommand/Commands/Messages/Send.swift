import CommandLineOutput
import CommandLineParsing
import Sotto
import SottoCore

struct Send: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Send a message.",
    discussion: """
      Once it is queued it is not lost: what cannot go now goes with a later command. The exit code is 0 where every \
      recipient's copy got as far as '--wait' asks, 6 where some did, 7 where all are still on their way.
      """)

  enum Goal: String, CaseIterable, ExpressibleByArgument {
    case relay, stored

    var goal: DeliveryGoal {
      switch self {
      case .relay: .atRelay
      case .stored: .stored
      }
    }
  }

  @OptionGroup var global: GlobalOptions
  @Argument(help: "A contact's or a group's name.") var to: String
  @Argument(help: "The text; - reads it from standard input, without the newline at its end.") var text: String?
  @Option(name: .shortAndLong, help: ArgumentHelp("A file to send along; may be repeated.", valueName: "path"))
  var file: [String] = []
  @Option(help: "How far it should get before this command ends.") var wait: Goal = .relay
  @Option(help: "How long to wait for that, such as 30s; 0 does not wait.") var timeout: TimeSpan = .seconds(30)

  func validate() throws {
    if text == nil, file.isEmpty { throw ValidationError("nothing to send: give a text, - or --file") }
  }

  func run() async throws {
    let text = try StandardText.message(text)
    try await global.withProfile { sotto, output in
      let progress = ProgressLine(output)
      defer { progress.clear() }
      let sent = try await sotto.send(text, files: file, to: .named(to), progress: { progress.show($0) })
      progress.clear()
      Interruption.current.prepare(output, hint: "sotto outbox")
      output.emit(type: "queued", ["messageId": .id(sent.messageID), "deliveries": sent.recipients.json])
      let deliveries =
        if timeout > .seconds(0) {
          try await sotto.waitForDelivery(
            of: sent.messageID, until: wait.goal, timeout: timeout, progress: { progress.show($0) })
        } else {
          sent.recipients
        }
      progress.clear()
      try report(sent.messageID, deliveries, output)
    }
  }

  private func report(_ id: MessageID, _ deliveries: [RecipientDelivery], _ output: Output) throws {
    let outcome = DeliveryOutcome(deliveries, goal: wait.goal)
    output.line("\(id.description.prefix(8))  \(deliveries.words)")
    if deliveries.count > 1 {
      columns(deliveries.map { ["", shown($0.name), $0.state.words] }).forEach(output.line)
    }
    output.finish(["messageId": .id(id), "deliveries": deliveries.json], exitCode: outcome.exitCode)
    if outcome.exitCode != .success { throw outcome.exitCode }
  }
}

/// How far the copies of a message got, seen as one.
package struct DeliveryOutcome {
  package let exitCode: ExitCode

  package init(_ deliveries: [RecipientDelivery], goal: DeliveryGoal) {
    let reached = deliveries.count { Self.reached($0.state, goal) }
    let failed = deliveries.count { if case .failed = $0.state { true } else { false } }
    exitCode =
      if reached == deliveries.count {
        .success
      } else if reached > 0 {
        .partly
      } else if failed == deliveries.count {
        .failure
      } else {
        failed > 0 ? .partly : .queued
      }
  }

  private static func reached(_ state: DeliveryState, _ goal: DeliveryGoal) -> Bool {
    switch state {
    case .stored, .read: true
    case .atRelay: goal == .atRelay
    case .queued, .sealedToFile, .failed: false
    }
  }
}
