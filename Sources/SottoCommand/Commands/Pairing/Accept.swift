import CommandLineParsing
import Sotto
import SottoCore

extension Pair {
  struct Accept: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Accept an invitation.",
      discussion: "A pairing that the other side has not finished goes on with whatever command runs next.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "SOTTO:…; - reads it from standard input.") var invitation: String?
    @Option(help: "How long to wait for the other side, such as 30s.") var timeout: TimeSpan = .seconds(30)
    @Option(help: ArgumentHelp("Write the next message of a pairing by files.", valueName: "file"))
    var toFile: String?
    @Option(help: ArgumentHelp("Read the other side's message of a pairing by files.", valueName: "file"))
    var fromFile: String?

    func validate() throws {
      if (invitation == nil) == (fromFile == nil) {
        throw ValidationError("accepting takes an invitation, - or --from-file, and one of them only")
      }
    }

    func run() async throws {
      if let fromFile {
        let bytes = try PairingFiles.read(fromFile)
        if let invitation = PairingFiles.invitation(in: bytes) {
          try await PairingFiles(global).accept(invitation, writingTo: toFile)
        } else {
          try await PairingFiles(global).answer(bytes, writingTo: toFile)
        }
        return
      }
      let text = invitation == "-" ? try StandardText.read(limit: 4_096) : invitation ?? ""
      let trimmed = String(text.filter { !$0.isWhitespace })
      if let toFile {
        try await PairingFiles(global).accept(trimmed, writingTo: toFile)
      } else {
        // Before the relay is asked for anything: what is wrong with the invitation says more.
        try Sotto.check(invitation: trimmed)
        try await global.withProfile { sotto, output in
          let progress = try await sotto.acceptInvitation(trimmed)
          Interruption.current.prepare(output, hint: "sotto status")
          var follower = PairingFollower(sotto, output)
          try await follower.follow(progress, patience: timeout)
        }
      }
    }
  }
}
