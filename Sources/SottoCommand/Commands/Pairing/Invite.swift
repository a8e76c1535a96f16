import CommandLineOutput
import CommandLineParsing
import Sotto
import SottoCore

extension Pair {
  struct Invite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Invite someone and wait for them.",
      discussion: "The invitation works once, and only while this command runs.")

    @OptionGroup var global: GlobalOptions
    @Option(help: "How long the invitation is good, such as 10m.") var validFor: TimeSpan = .minutes(10)
    @Option(help: ArgumentHelp("Write the next message of a pairing by files.", valueName: "file"))
    var toFile: String?
    @Option(help: ArgumentHelp("Read the other side's message of a pairing by files.", valueName: "file"))
    var fromFile: String?

    func validate() throws {
      guard validFor >= .seconds(10), validFor <= .days(1) else {
        throw ValidationError("--valid-for is 10 seconds to one day")
      }
    }

    func run() async throws {
      if let fromFile {
        try await PairingFiles(global).answer(PairingFiles.read(fromFile), writingTo: toFile)
      } else if let toFile {
        try await PairingFiles(global).invite(writingTo: toFile)
      } else {
        try await global.withProfile(invite)
      }
    }

    private func invite(_ sotto: Sotto, _ output: Output) async throws {
      let window = try await sotto.openPairingWindow(validFor: validFor)
      Interruption.current.prepare(output, hint: "sotto pair invite") { await window.cancel() }
      output.emit(type: "invitation", ["invitation": .string(window.invitation), "expiresAt": .time(window.expiry)])
      if !output.isJSON { showCode(window.invitation, output) }
      output.line(window.invitation)
      if !output.isJSON { output.note("waiting for the other side: until \(TimeText.local(window.expiry))") }
      var follower = PairingFollower(sotto, output)
      do {
        try await follower.follow(window.progress, patience: nil)
      } catch {
        await window.cancel()
        throw error
      }
    }

    /// On a terminal that has the room; the text says the same.
    private func showCode(_ invitation: String, _ output: Output) {
      guard Terminal.showsOutput, let size = Terminal.size else { return }
      guard let code = QRCode(invitation), code.columns <= size.columns, code.rows < size.rows else {
        return output.note("no code shown: it does not fit this terminal")
      }
      code.lines(coloured: Terminal.hasColour).forEach { StandardStreams.write($0 + "\n", to: .error) }
    }
  }
}
