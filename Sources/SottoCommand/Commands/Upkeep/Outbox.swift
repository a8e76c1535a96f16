import CommandLineOutput
import CommandLineParsing
import Sotto

struct Outbox: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "What waits to be sent, and what failed.", subcommands: [List.self, Retry.self, Discard.self],
    defaultSubcommand: List.self)

  @OptionGroup var global: GlobalOptions

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List it.")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      try await global.list(ifEmpty: "nothing waits") { try await $0.outbox() }
    }
  }

  struct Retry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Try a failed entry again.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The entry's number.") var id: UInt64

    func run() async throws {
      try await global.withProfile(syncing: false) { sotto, output in
        try await sotto.retryOutbox(id)
        await global.sync(sotto)
        let entry = try await sotto.outbox().first { $0.id == id }
        output.line(entry.map { "\(id) is \($0.state.words)" } ?? "\(id) is sent")
        output.finish(["entry": entry.map { .object($0.json) }])
      }
    }
  }

  struct Discard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Give an entry up.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The entry's number.") var id: UInt64

    func run() async throws {
      try await global.withProfile(syncing: false) { sotto, output in
        try await sotto.discardOutbox(id)
        output.line("discarded \(id)")
        output.finish(["discarded": .size(id)])
      }
    }
  }
}
