import CommandLineOutput
import CommandLineParsing
import Sotto
import SottoCore

struct Read: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show messages.", discussion: "In the order in which they came here. What is shown counts as read.")

  @OptionGroup var global: GlobalOptions
  @Argument(help: "A contact's or a group's name; all conversations without.") var with: String?
  @Flag(help: "Only those not read yet.") var new = false
  @Option(
    help: ArgumentHelp("Only those since a time, such as 2026-03-01T12:00 or 2h for two hours ago.", valueName: "time"))
  var since: TimeArgument?
  @Option(help: ArgumentHelp("At most so many: the latest, or with --new the first.", valueName: "count"))
  var limit = 100
  @Flag(help: "Leave new messages new.") var peek = false

  func validate() throws {
    guard (1...100_000).contains(limit) else { throw ValidationError("--limit is 1 to 100000") }
  }

  func run() async throws {
    try await global.withProfile { sotto, output in
      // Of new messages the first come first, so that none is passed over.
      let messages =
        if new {
          Array(try await sotto.messages(with: with, onlyNew: true, since: since?.time, limit: .max).prefix(limit))
        } else {
          try await sotto.messages(with: with, since: since?.time, limit: limit)
        }
      messages.forEach(output.show)
      if messages.isEmpty, !output.isJSON { output.note(new ? "no new messages" : "no messages") }
      if !peek { try await markRead(messages, sotto, output) }
      output.finish(["count": .count(messages.count)])
    }
  }

  /// They were shown all the same where that cannot be written.
  private func markRead(_ shown: [MessageSummary], _ sotto: Sotto, _ output: Output) async throws {
    let unread = try await sotto.messages(with: with, onlyNew: true, limit: .max)
    let markable = ReadProgress.markable(unread, seen: Set(shown.map(MessageName.init)))
    do throws(SottoError) {
      try await sotto.markRead(markable)
    } catch {
      guard error == .store(.full) || error == .store(.readOnly) else { throw error }
      output.note("nothing can be written here: new messages stay new")
    }
  }
}
